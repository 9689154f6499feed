import type { MailFilters } from '@twofold/contract/mail-log/logs'
import { sql } from 'kysely'
import type { Expression, SelectQueryBuilder } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import { containsPattern } from '../../platform/like-pattern.ts'

/** Selects logged mails by filters. */
export function createMailSearch(db: Db) {
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

  const rows = () => withNames(db.selectFrom('email_logs'))

  /** Those of a page. */
  const rowsOf = (page: Page) => withNames(db.selectFrom(mailsOf(page)))

  return { matching, rows, rowsOf }
}

/** Which mails, and when each was written. */
type Page = Expression<{ id: string; created_at: Date }>

/** The mails of a page, each looked up in its month. Told of the ids alone, PostgreSQL may read all months for them. */
export const mailsOf = (page: Page) =>
  sql`(
    select email_logs.* from ${page} page
    cross join lateral (select * from email_logs where id = page.id and created_at = page.created_at offset 0) email_logs
  )`
    .$castTo<Database['email_logs']>()
    .as('email_logs')

const withNames = (mails: SelectQueryBuilder<Database, 'email_logs', object>) =>
  mails
    .leftJoin('people', 'people.id', 'email_logs.user_id')
    .leftJoin('email_providers', 'email_providers.id', 'email_logs.provider_id')
    .select(shown)

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

export type MailSearch = ReturnType<typeof createMailSearch>
