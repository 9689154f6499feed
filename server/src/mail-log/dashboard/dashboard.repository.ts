import type { MailStatus } from '@twofold/contract/mail-design/mail-terms'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { rowsAtMost } from '../../platform/literal-limits.ts'

/** Accepted tries that the average is taken over. */
const recentAttempts = 1000

export function createDashboardRepository(db: Db) {
  return {
    /** An index-only read of the log. */
    countByStatus: (): Promise<{ status: MailStatus; count: number }[]> =>
      db
        .selectFrom('logged_mails')
        .groupBy('status')
        .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
        .execute(),
    /** One row of single figures. `dayAgo`: failures count from then on. */
    async figures(dayAgo: Date) {
      const { rows } = await sql<Figures>`
        select
          (select count(*) from mail_templates) as total_templates,
          (select count(*) from mail_templates where is_active) as active_templates,
          (select count(*) from named_providers where deleted_at is null) as total_providers,
          (select count(*) from logged_mails where queue = 'due') + (select count(*) from logged_mails where queue = 'claimed') as queue_pending,
          (select count(*) from logged_mails where failed_at >= ${dayAgo} and status = 'failed'
            and waiting_reason is distinct from 'discarded') as failed_emails_24h,
          (select coalesce(round(avg(extract(epoch from finished_at - started_at) * 1000)), 0)::int8 from (
            select started_at, finished_at from mail_attempts where outcome = 'accepted' order by started_at desc, id desc ${rowsAtMost(recentAttempts)}
          ) recent) as avg_send_time`.execute(db)
      const [figures] = rows
      if (figures === undefined) throw new Error('The figures of the e-mail dashboard have no row.')
      return figures
    },
    listRecent: (limit: number) =>
      db
        .selectFrom('logged_mails')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .select(['id', 'subject', 'recipient_email', 'status', 'created_at'])
        .execute(),
  }
}

interface Figures {
  total_templates: number
  active_templates: number
  total_providers: number
  queue_pending: number
  failed_emails_24h: number
  avg_send_time: number
}

export type DashboardRepository = ReturnType<typeof createDashboardRepository>
