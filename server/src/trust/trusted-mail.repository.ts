import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { InstallationHand } from './hands.ts'
import { findsRow } from '../platform/row-counts.ts'

/** On a row of `hands`: a change that no present second administrator has approved. */
export const isToApprove = sql<boolean>`(hands.needs_approval and hands.approved_at is null and exists (
  select from people where role = 'admin' and is_active and deleted_at is null and people.id is distinct from hands.by_id))`

/** Finds changes to a user's mail path. */
export function createTrustedMailRepository(db: Db) {
  return {
    /** Events that use a template, and whether accounts depend on the template itself. */
    async findUseOf(where: { template: string } | { theme: string }): Promise<{ is_essential: boolean; events: string[] }[]> {
      const templates = db
        .selectFrom('mail_templates')
        .select([
          'is_essential',
          sql<string[]>`array(select event_name from mapped_events where template_slug = mail_templates.slug)`.as('events'),
        ])
      if ('template' in where) return templates.where('id', '=', where.template).execute()
      return templates
        .where('theme_slug', 'in', (theme) => theme.selectFrom('mail_themes').where('id', '=', where.theme).select('slug'))
        .execute()
    },
    /** Whether the mail path changed since without a second administrator's approval, or somebody else changed the account's address. */
    hasHandOnTheWay: (userId: string | null, since: Date): Promise<boolean> =>
      findsRow(
        db
          .selectFrom('hands')
          .where((hand) =>
            hand.or([
              hand.and([
                hand('user_id', 'is', null),
                hand('approved_at', 'is', null),
                hand.or([hand('happened_at', '>', since), isToApprove]),
              ]),
              ...(userId === null
                ? []
                : [hand.and([hand('user_id', '=', userId), hand('kind', '=', 'address_changed'), hand('happened_at', '>', since)])]),
            ]),
          )
          .select('id')
          .limit(1),
      ),
    /** Whether the mail path changed between two times, in one of these kinds, without a second administrator's approval. */
    wasWayTouched: (from: Date, until: Date, kinds?: readonly InstallationHand[]): Promise<boolean> =>
      findsRow(
        db
          .selectFrom('hands')
          .where('user_id', 'is', null)
          .where('approved_at', 'is', null)
          .where((hand) => hand.or([hand('happened_at', '>', from), isToApprove]))
          .where('happened_at', '<=', until)
          .$if(kinds !== undefined, (hands) => hands.where('kind', 'in', kinds ?? []))
          .select('id')
          .limit(1),
      ),
    async hasEverHadMail(): Promise<boolean> {
      const { rows } = await sql<{ has: boolean }>`
        select exists (select from named_providers) or exists (select from hands where user_id is null and kind = 'provider') as has`.execute(
        db,
      )
      return rows[0]?.has === true
    },
  }
}
