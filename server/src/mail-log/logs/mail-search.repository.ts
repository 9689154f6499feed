import type { MailFilters } from '@twofold/contract/mail-log/logs'
import { type Expression, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import { day, startOf } from '../../platform/days.ts'
import { contains, plain } from '../../platform/like-pattern.ts'

/** Characters from which on the index `email_logs_texts` finds a text. */
const indexed = 3

type Mails = SelectQueryBuilder<Database, 'logged_mails', object>

/** Selects logged e-mails by filters. */
export function createMailSearch(db: Db) {
  /** Served by the index `email_logs_newest` alone, or for texts and a request's e-mails by their own: the wide rows are read only for the shown page. */
  const matching = (filters: MailFilters) => {
    let rows: Mails = db.selectFrom('logged_mails')
    if (filters.status !== undefined) rows = rows.where('status', '=', filters.status)
    if (filters.provider !== undefined) rows = rows.where('provider_kind', '=', filters.provider)
    if (filters.category !== undefined) rows = rows.where('category', '=', filters.category)
    if (filters.from !== undefined) rows = rows.where('created_at', '>=', new Date(startOf(filters.from)))
    if (filters.to !== undefined) rows = rows.where('created_at', '<', new Date(startOf(filters.to) + day))
    if (filters.request !== undefined && filters.request !== '') rows = rows.where('caused_by', '=', filters.request)
    if (filters.recipient_email !== undefined && filters.recipient_email !== '') {
      rows = rows.where(contains(plain('recipient_email'), filters.recipient_email))
    }
    if (filters.subject !== undefined && filters.subject !== '') rows = rows.where(contains(plain('subject'), filters.subject))
    return rows
  }

  /**
   * Those that match, for a page and its counts in one statement. Texts are found by themselves, or PostgreSQL may walk the whole log for the page's
   * first rows; and once, since a frequent one takes most of the time of the statement.
   */
  const matchingOnce = (filters: MailFilters) => {
    const { recipient_email: recipient = '', subject = '' } = filters
    const mails = matching(filters)
    if (recipient.length < indexed && subject.length < indexed)
      return { found: mails, rowsOf: (page: Page) => withNames(db.selectFrom(mailsOf(page))) }
    const once = db.with(
      (name) => name('found_mails').materialized(),
      () => mails.select(['id', 'created_at']),
    )
    const found: Mails = db.selectFrom(sql`found_mails`.$castTo<Database['logged_mails']>().as('logged_mails'))
    return { found, rowsOf: (page: Page) => withNames(once.selectFrom(mailsOf(page))) }
  }

  const rows = () => withNames(db.selectFrom('logged_mails'))

  return { matching, matchingOnce, rows }
}

/** Ids and creation times of a page. */
type Page = Expression<{ id: string; created_at: Date }>

/** The e-mails of a page, each looked up in its monthly partition. With ids alone, PostgreSQL may read all partitions. */
export const mailsOf = (page: Page) =>
  sql`(
    select logged_mails.* from ${page} page
    cross join lateral (select * from logged_mails where id = page.id and created_at = page.created_at offset 0) logged_mails
  )`
    .$castTo<Database['logged_mails']>()
    .as('logged_mails')

const withNames = (mails: Mails) =>
  mails
    .leftJoin('people', 'people.id', 'logged_mails.user_id')
    .leftJoin('named_providers', 'named_providers.id', 'logged_mails.provider_id')
    .select(shown)

/** Listed columns: neither the content nor the waiting message. */
const shown = [
  'logged_mails.id',
  'logged_mails.status',
  'logged_mails.recipient_email',
  'logged_mails.recipient_name',
  'logged_mails.user_id',
  'people.name as user_name',
  'logged_mails.subject',
  'logged_mails.template_slug',
  'logged_mails.template_name',
  'logged_mails.category',
  'logged_mails.event_name',
  'logged_mails.attempts',
  'logged_mails.provider_kind',
  'named_providers.name as provider_name',
  'logged_mails.message_id',
  'logged_mails.provider_message_id',
  'logged_mails.provider_response',
  'logged_mails.waiting_reason',
  'logged_mails.error_message',
  'logged_mails.created_at',
  'logged_mails.sent_at',
  'logged_mails.delivered_at',
  'logged_mails.opened_at',
  'logged_mails.clicked_at',
  'logged_mails.bounced_at',
  'logged_mails.complained_at',
  'logged_mails.failed_at',
] as const

export type MailSearch = ReturnType<typeof createMailSearch>
