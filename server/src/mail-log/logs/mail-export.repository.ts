import type { MailFilters } from '@twofold/contract/mail-log/logs'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { csvCell } from '../../platform/csv-cell.ts'
import type { LogPosition } from './logs.repository.ts'
import { mailsOf, type MailSearch } from './mail-search.repository.ts'

/** The columns of the export, by their names in the file. */
export const exported = {
  id: 'logged_mails.id',
  created_at: 'logged_mails.created_at',
  status: 'logged_mails.status',
  recipient_email: 'logged_mails.recipient_email',
  recipient_name: 'logged_mails.recipient_name',
  subject: 'logged_mails.subject',
  template: 'logged_mails.template_name',
  category: 'logged_mails.category',
  event: 'logged_mails.event_name',
  provider: 'logged_mails.provider_kind',
  provider_name: 'named_providers.name',
  message_id: 'logged_mails.message_id',
  provider_message_id: 'logged_mails.provider_message_id',
  attempts: 'logged_mails.attempts',
  sent_at: 'logged_mails.sent_at',
  delivered_at: 'logged_mails.delivered_at',
  opened_at: 'logged_mails.opened_at',
  clicked_at: 'logged_mails.clicked_at',
  bounced_at: 'logged_mails.bounced_at',
  complained_at: 'logged_mails.complained_at',
  failed_at: 'logged_mails.failed_at',
  error_message: 'logged_mails.error_message',
  request_id: 'logged_mails.caused_by',
} as const

/** Hold nothing that a spreadsheet or the format could misread. */
const plainColumns: ReadonlySet<string> = new Set([
  'logged_mails.id',
  'logged_mails.status',
  'logged_mails.provider_kind',
  'logged_mails.attempts',
])

/** A row of the file. Of a million rows, the columns in JavaScript would be most of the work, and most of the memory. */
const record = sql<string>`concat(${sql.join(
  Object.values(exported).map((column) => {
    if (column.endsWith('_at')) return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    return plainColumns.has(column) ? sql.ref(column) : csvCell(sql.ref(column))
  }),
  sql`, ',', `,
)}, ${'\r\n'}::text)`

/** The log in batches, for a file. */
export function createMailExport(db: Db, { matching }: MailSearch) {
  return {
    /** Position of the `size`th e-mail after `after`; undefined: there are fewer. */
    findWindowEnd: (after: LogPosition, size: number): Promise<LogPosition | undefined> =>
      db
        .selectFrom('logged_mails')
        .where(sql<boolean>`(created_at, id) < (${after.created_at}, ${after.id})`)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(size - 1)
        .limit(1)
        .select(['created_at', 'id'])
        .executeTakeFirst(),
    /**
     * The next e-mails in the list's order, down to `last` and no further, as CSV records with the columns `exportedNames`, and the position of the
     * last. No row is read twice, whatever is added meanwhile.
     */
    async listExported(
      filters: MailFilters,
      after: LogPosition,
      last: LogPosition | undefined,
      limit: number,
    ): Promise<{ rows: number; records: string; end: LogPosition | undefined }> {
      const next = matching(filters).where(sql<boolean>`(created_at, id) < (${after.created_at}, ${after.id})`)
      const part = (last === undefined ? next : next.where(sql<boolean>`(created_at, id) >= (${last.created_at}, ${last.id})`))
        .select(['id', 'created_at'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
      const { rows, records, created_at, id } = await db
        .with('page', (page) =>
          page
            .selectFrom(mailsOf(part))
            .leftJoin('named_providers', 'named_providers.id', 'logged_mails.provider_id')
            .select(['logged_mails.created_at', 'logged_mails.id', record.as('record')]),
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
  }
}
