import type { MailFilters } from '@twofold/contract/mail-log/logs'
import type { MailStatus } from '@twofold/contract/mail-design/mail-terms'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import { countAll, readTotal, totalOf } from '../../platform/paging.ts'
import { createMailSearch } from './mail-search.repository.ts'
import { createMailExport, exported } from './mail-export.repository.ts'
import { createMailDetails } from './mail-details.repository.ts'

/** Cursor of a list: continues after this e-mail, towards older ones. */
export interface LogPosition {
  created_at: Date
  id: string
}

export const exportedNames = Object.keys(exported)

/** Number of e-mails before a moment; undefined: not counted yet. */
export interface CountedMails {
  from: Date
  older: number | undefined
}

type Mails = SelectQueryBuilder<Database, 'logged_mails', object>

function olderOf(found: Mails, counted: CountedMails | undefined): RawBuilder<number> {
  if (counted === undefined) return sql<number>`0::int8`
  if (counted.older !== undefined) return sql<number>`${counted.older}::int8`
  return sql<number>`(${found.where('created_at', '<', counted.from).select(({ fn }) => fn.countAll().as('older'))})`
}

export function createLogsRepository(db: Db) {
  const found = createMailSearch(db)
  const { matching, matchingOnce, rows } = found
  return {
    ...createMailExport(db, found),
    ...createMailDetails(db),
    /** `counted`: counts only e-mails from that moment on, and earlier ones if not counted yet. */
    async list(filters: MailFilters, offset: number, limit: number, counted?: CountedMails) {
      const { found, rowsOf } = matchingOnce(filters)
      const since = (mails: Mails) => (counted === undefined ? mails : mails.where('created_at', '>=', counted.from))
      // A first page mostly reaches back beyond that moment and shows all that came since. Counting them in its statement would also keep it from being
      // planned once: PostgreSQL expects a third of the log after a moment that it does not know.
      const isShown = counted?.older !== undefined && offset === 0
      const shownOnes = found.select(['id', 'created_at']).orderBy('created_at', 'desc').orderBy('id', 'desc').offset(offset).limit(limit)
      const page = await rowsOf(shownOnes)
        .select(isShown ? sql<number>`0::int8`.as('total') : totalOf(since(found)))
        .select(olderOf(found, counted).as('older'))
        .orderBy('logged_mails.created_at', 'desc')
        .orderBy('logged_mails.id', 'desc')
        .execute()
      const older = page[0]?.older ?? 0
      if (!isShown) return { rows: page, older, total: older + (await readTotal(page, offset, matching(filters))) }
      const shown = page.filter(({ created_at: at }) => at >= counted.from).length
      return { rows: page, older, total: older + (shown < limit ? shown : await countAll(since(matching(filters)))) }
    },
    /** The newest e-mails of a template. */
    listOfTemplate: (slug: string, filters: Pick<MailFilters, 'status' | 'provider'>, limit: number) => {
      let mails = rows().where('logged_mails.template_slug', '=', slug)
      if (filters.status !== undefined) mails = mails.where('logged_mails.status', '=', filters.status)
      if (filters.provider !== undefined) mails = mails.where('logged_mails.provider_kind', '=', filters.provider)
      return mails.orderBy('logged_mails.created_at', 'desc').orderBy('logged_mails.id', 'desc').limit(limit).execute()
    },
    /** Number of a template's e-mails by status. */
    countOfTemplate: (slug: string): Promise<{ status: MailStatus; count: number }[]> =>
      db
        .selectFrom('logged_mails')
        .where('template_slug', '=', slug)
        .groupBy('status')
        .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
        .execute(),
    listProviders: () =>
      db.selectFrom('named_providers').where('deleted_at', 'is', null).select(['provider', 'name']).orderBy('priority').execute(),
    find: (id: string) =>
      rows()
        .leftJoin('mail_decisions', 'mail_decisions.id', 'logged_mails.decision_id')
        .leftJoin('mail_templates', 'mail_templates.slug', 'logged_mails.template_slug')
        .leftJoin('sealed_mails', (join) =>
          join.onRef('sealed_mails.id', '=', 'logged_mails.id').onRef('sealed_mails.created_at', '=', 'logged_mails.created_at'),
        )
        .where('logged_mails.id', '=', id)
        .select([
          'sealed_mails.body',
          'logged_mails.caused_by',
          'logged_mails.resolution',
          'logged_mails.resolved_at',
          'mail_decisions.reason as decision_reason',
          'mail_decisions.trace',
          'mail_decisions.decided_at',
          'mail_templates.id as template_id',
        ])
        .executeTakeFirst(),
  }
}

export type LogsRepository = ReturnType<typeof createLogsRepository>

export type LogRow = Awaited<ReturnType<LogsRepository['listOfTemplate']>>[number]
