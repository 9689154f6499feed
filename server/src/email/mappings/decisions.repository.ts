import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { EventName } from '@twofold/contract/events'
import type { Database, Db } from '../../platform/database.ts'

export interface Recipient {
  /** Null for an address that has no account. */
  user_id: string | null
  email: string
  name: string | null
  is_active: boolean
}

export function createDecisionsRepository(db: Db) {
  const people = () => db.selectFrom('users').where('deleted_at', 'is', null).select(['id as user_id', 'email', 'name', 'is_active'])

  return {
    findRecipient: (userId: string): Promise<Recipient | undefined> => people().where('id', '=', userId).executeTakeFirst(),
    /** Active people in the order of their ids, from the one after `after` on. */
    listRecipients(
      audience: 'administrators' | 'active users' | 'subscribers',
      event: EventName,
      after: string,
      limit: number,
    ): Promise<Recipient[]> {
      let query = people().where('is_active', '=', true).where('id', '>', after)
      if (audience === 'administrators') query = query.where('role', '=', 'admin')
      if (audience === 'subscribers') {
        query = query.where('id', 'in', (wanting) =>
          wanting.selectFrom('email_preferences').where('event_name', '=', event).where('is_wanted', '=', true).select('user_id'),
        )
      }
      return query.orderBy('id').limit(limit).execute()
    },
    /** The mapping of an event with its template and that one's theme. */
    findMapping(event: EventName) {
      return db
        .selectFrom('email_mappings')
        .leftJoin('email_templates', 'email_templates.slug', 'email_mappings.template_slug')
        .leftJoin('email_themes', 'email_themes.slug', 'email_templates.theme_slug')
        .where('email_mappings.event_name', '=', event)
        .select([
          'email_mappings.id',
          'email_mappings.is_active',
          'email_mappings.conditions',
          'email_mappings.provider_id',
          'email_templates.slug as template_slug',
          'email_templates.name as template_name',
          'email_templates.category',
          'email_templates.subject',
          'email_templates.html_content',
          'email_templates.text_content',
          'email_templates.is_active as template_is_active',
          'email_templates.provider_id as template_provider_id',
          'email_themes.design',
        ])
        .executeTakeFirst()
    },
    /** What speaks against mail of this event for this person, in one statement: two look-ups for every mail add up. */
    async findObjections(event: EventName, { email, user_id }: Pick<Recipient, 'email' | 'user_id'>) {
      const row = await db
        .selectNoFrom((from) => [
          from.selectFrom('email_suppressions').where('email', '=', email.toLowerCase()).select('reason').as('suppressed'),
          from
            .selectFrom('email_preferences')
            .where('user_id', '=', user_id)
            .where('event_name', '=', event)
            .select('is_wanted')
            .as('is_wanted'),
        ])
        .executeTakeFirstOrThrow()
      return { suppression: row.suppressed === null ? undefined : { reason: row.suppressed }, isWanted: row.is_wanted ?? true }
    },
    /** Until the transaction ends, nobody else decides about mail of this event for this address: a cooldown holds for events that come together. */
    async lockCooldown(event: EventName, email: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${event} ${email}`}, 0))`.execute(db)
    },
    async lastSentAt(event: EventName, email: string): Promise<Date | undefined> {
      const row = await db
        .selectFrom('email_decisions')
        .where('event_name', '=', event)
        .where('recipient_email', '=', email)
        .where('outcome', '=', 'sent')
        .orderBy('decided_at', 'desc')
        .limit(1)
        .select('decided_at')
        .executeTakeFirst()
      return row?.decided_at
    },
    /** False: it was decided before, by a run of the job that did not come to its end. */
    async put(decision: Insertable<Database['email_decisions']>): Promise<boolean> {
      const inserted = await db
        .insertInto('email_decisions')
        .values(decision)
        .onConflict((conflict) => conflict.columns(['event_id', 'recipient_email']).doNothing())
        .executeTakeFirst()
      return inserted.numInsertedOrUpdatedRows === 1n
    },
  }
}

export type DecisionsRepository = ReturnType<typeof createDecisionsRepository>
