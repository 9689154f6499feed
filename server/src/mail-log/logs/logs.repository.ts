import type { MailFilters } from '@twofold/contract/mail-log/logs'
import type { MailStatus } from '@twofold/contract/mail-design/mail-terms'
import { sql } from 'kysely'
import type { RawBuilder, Selectable, SelectQueryBuilder } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import { containsPattern } from '../../platform/like-pattern.ts'
import { csvCell } from './csv.repository.ts'
import { countAll, readTotal, totalOf } from '../../platform/paging.ts'

/** Where a list goes on: after this mail, towards the older ones. */
export interface LogPosition {
  created_at: Date
  id: string
}

/** What the list shows of a mail: not what it says, nor what waits to be sent. */
const shown = [
  'email_logs.id',
  'email_logs.status',
  'email_logs.recipient_email',
  'email_logs.recipient_name',
  'email_logs.user_id',
  'people.name as user_name',
  'email_logs.subject',
  'email_logs.template_slug',
  'email_logs.template_name',
  'email_logs.category',
  'email_logs.event_name',
  'email_logs.attempts',
  'email_logs.provider_kind',
  'email_providers.name as provider_name',
  'email_logs.message_id',
  'email_logs.provider_message_id',
  'email_logs.provider_response',
  'email_logs.waiting_reason',
  'email_logs.error_message',
  'email_logs.created_at',
  'email_logs.sent_at',
  'email_logs.delivered_at',
  'email_logs.opened_at',
  'email_logs.clicked_at',
  'email_logs.bounced_at',
  'email_logs.complained_at',
  'email_logs.failed_at',
] as const

/** The columns of the export, by their names in the file. */
const exported = {
  id: 'email_logs.id',
  created_at: 'email_logs.created_at',
  status: 'email_logs.status',
  recipient_email: 'email_logs.recipient_email',
  recipient_name: 'email_logs.recipient_name',
  subject: 'email_logs.subject',
  template: 'email_logs.template_name',
  category: 'email_logs.category',
  event: 'email_logs.event_name',
  provider: 'email_logs.provider_kind',
  provider_name: 'email_providers.name',
  message_id: 'email_logs.message_id',
  provider_message_id: 'email_logs.provider_message_id',
  attempts: 'email_logs.attempts',
  sent_at: 'email_logs.sent_at',
  delivered_at: 'email_logs.delivered_at',
  opened_at: 'email_logs.opened_at',
  clicked_at: 'email_logs.clicked_at',
  bounced_at: 'email_logs.bounced_at',
  complained_at: 'email_logs.complained_at',
  failed_at: 'email_logs.failed_at',
  error_message: 'email_logs.error_message',
  request_id: 'email_logs.caused_by',
} as const
/** Hold nothing that a spreadsheet or the format could misread. */
const plainColumns: ReadonlySet<string> = new Set(['email_logs.id', 'email_logs.status', 'email_logs.provider_kind', 'email_logs.attempts'])
export const exportedNames = Object.keys(exported)

/** A row of the file. Of a million rows, the columns in JavaScript would be most of the work, and most of the memory. */
const record = sql<string>`concat(${sql.join(
  Object.values(exported).map((column) => {
    if (column.endsWith('_at')) return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    return plainColumns.has(column) ? sql.ref(column) : csvCell(sql.ref(column))
  }),
  sql`, ',', `,
)}, ${'\r\n'}::text)`

/** How many mails there are before a moment; undefined: nobody has counted them. */
export interface CountedMails {
  from: Date
  older: number | undefined
}

type Mails = SelectQueryBuilder<Database, 'email_logs', object>

function olderOf(found: Mails, counted: CountedMails | undefined): RawBuilder<number> {
  if (counted === undefined) return sql<number>`0::int8`
  if (counted.older !== undefined) return sql<number>`${counted.older}::int8`
  return sql<number>`(${found.where('created_at', '<', counted.from).select(({ fn }) => fn.countAll().as('older'))})`
}

export function createLogsRepository(db: Db) {
  /** Answered from the index `email_logs_newest` alone, mails of a request from their own: the wide rows are read for what is shown only. */
  const matching = (filters: MailFilters) => {
    let rows = db.selectFrom('email_logs')
    if (filters.status !== undefined) rows = rows.where('status', '=', filters.status)
    if (filters.provider !== undefined) rows = rows.where('provider_kind', '=', filters.provider)
    if (filters.category !== undefined) rows = rows.where('category', '=', filters.category)
    if (filters.recipient_email !== undefined && filters.recipient_email !== '') {
      rows = rows.where(({ fn }) => fn<string>('lower', ['recipient_email']), 'like', containsPattern(filters.recipient_email))
    }
    if (filters.request !== undefined && filters.request !== '') rows = rows.where('caused_by', '=', filters.request)
    return rows
  }
  const rows = () =>
    db
      .selectFrom('email_logs')
      .leftJoin('people', 'people.id', 'email_logs.user_id')
      .leftJoin('email_providers', 'email_providers.id', 'email_logs.provider_id')
      .select(shown)

  return {
    /** `counted`: only mails from a moment on are counted, and those before it where nobody has yet. */
    async list(filters: MailFilters, offset: number, limit: number, counted?: CountedMails) {
      const found = matching(filters)
      const newer = counted === undefined ? found : found.where('created_at', '>=', counted.from)
      // A first page mostly reaches back beyond that moment and shows all that came since. Counting them in its statement would also keep it from being
      // planned once: PostgreSQL expects a third of the log after a moment that it does not know.
      const isShown = counted?.older !== undefined && offset === 0
      const page = await rows()
        .select(isShown ? sql<number>`0::int8`.as('total') : totalOf(newer))
        .select(olderOf(found, counted).as('older'))
        .where('email_logs.id', 'in', found.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').offset(offset).limit(limit))
        .orderBy('email_logs.created_at', 'desc')
        .orderBy('email_logs.id', 'desc')
        .execute()
      const older = page[0]?.older ?? 0
      if (!isShown) return { rows: page, older, total: older + (await readTotal(page, offset, found)) }
      const shown = page.filter(({ created_at: at }) => at >= counted.from).length
      return { rows: page, older, total: older + (shown < limit ? shown : await countAll(newer)) }
    },
    /** The newest mails of a template. */
    listOfTemplate: (slug: string, filters: Pick<MailFilters, 'status' | 'provider'>, limit: number) => {
      let mails = rows().where('email_logs.template_slug', '=', slug)
      if (filters.status !== undefined) mails = mails.where('email_logs.status', '=', filters.status)
      if (filters.provider !== undefined) mails = mails.where('email_logs.provider_kind', '=', filters.provider)
      return mails.orderBy('email_logs.created_at', 'desc').orderBy('email_logs.id', 'desc').limit(limit).execute()
    },
    /** What became of the mails of a template, and by which providers they went. */
    countOfTemplate: (slug: string): Promise<{ status: MailStatus; count: number }[]> =>
      db
        .selectFrom('email_logs')
        .where('template_slug', '=', slug)
        .groupBy('status')
        .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
        .execute(),
    listProviders: () =>
      db.selectFrom('email_providers').where('deleted_at', 'is', null).select(['provider', 'name']).orderBy('priority').execute(),
    /** Where the `size`th mail after `after` stands; undefined when there are fewer. */
    findWindowEnd: (after: LogPosition, size: number): Promise<LogPosition | undefined> =>
      db
        .selectFrom('email_logs')
        .where(sql<boolean>`(created_at, id) < (${after.created_at}, ${after.id})`)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(size - 1)
        .limit(1)
        .select(['created_at', 'id'])
        .executeTakeFirst(),
    /**
     * The next mails in the order of the list, down to `last` and no further, as records of CSV with the columns `exportedNames`, and where
     * they end. No row is met twice, whatever is added meanwhile.
     */
    async listExported(
      filters: MailFilters,
      after: LogPosition,
      last: LogPosition | undefined,
      limit: number,
    ): Promise<{ rows: number; records: string; end: LogPosition | undefined }> {
      const next = matching(filters).where(sql<boolean>`(created_at, id) < (${after.created_at}, ${after.id})`)
      const ids = (last === undefined ? next : next.where(sql<boolean>`(created_at, id) >= (${last.created_at}, ${last.id})`))
        .select('id')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
      const { rows, records, created_at, id } = await db
        .with('page', (page) =>
          page
            .selectFrom('email_logs')
            .leftJoin('email_providers', 'email_providers.id', 'email_logs.provider_id')
            .where('email_logs.id', 'in', ids)
            .select(['email_logs.created_at', 'email_logs.id', record.as('record')]),
        )
        .selectFrom('page')
        .select([
          sql<number>`count(*)`.as('rows'),
          sql<string | null>`string_agg(record, '' order by created_at desc, id desc)`.as('records'),
          sql<Date | null>`(array_agg(created_at order by created_at, id))[1]`.as('created_at'),
          sql<string | null>`(array_agg(id order by created_at, id))[1]`.as('id'),
        ])
        .executeTakeFirstOrThrow()
      return { rows, records: records ?? '', end: created_at === null || id === null ? undefined : { created_at, id } }
    },
    find: (id: string) =>
      rows()
        .leftJoin('email_decisions', 'email_decisions.id', 'email_logs.decision_id')
        .leftJoin('email_templates', 'email_templates.slug', 'email_logs.template_slug')
        .where('email_logs.id', '=', id)
        .select([
          'email_logs.body',
          'email_logs.caused_by',
          'email_logs.resolution',
          'email_logs.resolved_at',
          'email_decisions.reason as decision_reason',
          'email_decisions.trace',
          'email_decisions.decided_at',
          'email_templates.id as template_id',
        ])
        .executeTakeFirst(),
    listAttempts: (logId: string) =>
      db
        .selectFrom('email_attempts')
        .where('log_id', '=', logId)
        .orderBy('started_at')
        .orderBy('id')
        .select(['number', 'provider_name', 'outcome', 'code', 'detail', 'started_at', 'finished_at'])
        .execute(),
    /** What its provider said of a mail that did not arrive. */
    async findTrouble(logId: string): Promise<Record<string, unknown> | undefined> {
      const row = await db
        .selectFrom('email_feedback')
        .where('log_id', '=', logId)
        .where('kind', 'in', ['bounced', 'failed', 'complained'])
        .orderBy('happened_at')
        .orderBy('id')
        .limit(1)
        .select('detail')
        .executeTakeFirst()
      return row?.detail as Record<string, unknown> | undefined
    },
    /** The whole row, for sending it again. Held until the transaction ends. */
    lock: (id: string): Promise<Selectable<Database['email_logs']> | undefined> =>
      db.selectFrom('email_logs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    /** The oldest mails, from the one after `after` on: from the index alone. */
    listOldest: (after: LogPosition | undefined, before: Date, limit: number): Promise<LogPosition[]> => {
      const old = db.selectFrom('email_logs').where('created_at', '<', before)
      return (after === undefined ? old : old.where(sql<boolean>`(created_at, id) > (${after.created_at}, ${after.id})`))
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .select(['created_at', 'id'])
        .execute()
    },
  }
}

export type LogsRepository = ReturnType<typeof createLogsRepository>
export type LogRow = Awaited<ReturnType<LogsRepository['listOfTemplate']>>[number]
