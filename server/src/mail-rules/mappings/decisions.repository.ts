import { normalizeEmail } from '@twofold/contract/email-address'
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { EventName } from '@twofold/contract/events'
import type { SuppressionReason } from '@twofold/contract/mail-rules/suppression-reason'
import type { Database, Db } from '../../platform/database.ts'
import { rowsUntil } from '../../platform/retention.ts'
import type { RetentionTask } from '../../platform/retention.ts'

export interface Recipient {
  /** Null for an address that has no account. */
  user_id: string | null
  email: string
  name: string | null
  is_active: boolean
  /** What they chose for their mails; null: as these were written. */
  language: string | null
}

export type NewDecision = Insertable<Database['email_decisions']>

/** Whose account is removed. */
export interface FormerRecipient {
  id: string
  addresses: readonly string[]
  /** When somebody else could get the address: what was mailed to it later is theirs. Null: nobody did. */
  until: Date | null
}

/** Mail to an address is the person's own as well, as long as nobody else had it. `time`: a column. */
export const isAbout = ({ id, addresses, until }: FormerRecipient, time: 'created_at' | 'decided_at') =>
  sql<boolean>`(user_id = ${id} or (user_id is null and recipient_email = any(${addresses})
    and (${until}::timestamptz is null or ${sql.ref(time)} <= ${until})))`

export function createDecisionsRepository(db: Db) {
  const people = () =>
    db.selectFrom('people').where('deleted_at', 'is', null).select(['id as user_id', 'email', 'name', 'is_active', 'language'])

  return {
    findRecipientByEmail: (email: string): Promise<Recipient | undefined> =>
      people().where('email_normalized', '=', normalizeEmail(email)).executeTakeFirst(),
    findRecipients: async (userIds: readonly string[]): Promise<Recipient[]> =>
      userIds.length === 0 ? [] : people().where('id', 'in', userIds).execute(),
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
    /** The mappings of events with their templates, the translations and the themes of these. */
    findMappings(events: readonly EventName[]) {
      return db
        .selectFrom('email_mappings')
        .leftJoin('email_templates', 'email_templates.slug', 'email_mappings.template_slug')
        .leftJoin('email_themes', 'email_themes.slug', 'email_templates.theme_slug')
        .where('email_mappings.event_name', 'in', events)
        .select([
          'email_mappings.id',
          'email_mappings.event_name',
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
          sql<TranslatedContent[]>`coalesce((
            select jsonb_agg(jsonb_build_object('language', t.language, 'subject', t.subject, 'html_content', t.html_content, 'text_content', t.text_content))
            from email_template_translations t where t.template_id = email_templates.id), '[]')`.as('translations'),
        ])
        .execute()
    },
    /** The same for one. */
    async findMapping(event: EventName) {
      const [mapping] = await this.findMappings([event])
      return mapping
    },
    /** What speaks against mail of an event for a person, in the order asked, in one statement: look-ups for every mail add up. */
    async findAllObjections(asked: readonly { event: EventName; email: string; user_id: string | null }[]) {
      const { rows } = await sql<{ suppressed: SuppressionReason | null; is_wanted: boolean | null }>`
        select suppressions.reason as suppressed, preferences.is_wanted
        from unnest(${asked.map(({ event }) => event)}::text[], ${asked.map(({ email }) => normalizeEmail(email))}::text[],
          ${asked.map(({ user_id }) => user_id)}::uuid[]) with ordinality as asked (event_name, email, user_id, place)
        left join suppressed_addresses suppressions on suppressions.email = asked.email
        left join email_preferences preferences on preferences.user_id = asked.user_id and preferences.event_name = asked.event_name
        order by place`.execute(db)
      return rows.map(({ suppressed, is_wanted }) => ({
        suppression: suppressed === null ? undefined : { reason: suppressed },
        isWanted: is_wanted ?? true,
      }))
    },
    /** The same for one. */
    async findObjections(event: EventName, { email, user_id }: Pick<Recipient, 'email' | 'user_id'>) {
      const [objections] = await this.findAllObjections([{ event, email, user_id }])
      return objections ?? { suppression: undefined, isWanted: true }
    },
    /**
     * Until the transaction ends, nobody else decides about mail of these events for these addresses: a cooldown holds for events that come
     * together. Always in the same order, so that two do not wait for each other.
     */
    async lockCooldowns(asked: readonly { event: EventName; email: string }[]): Promise<void> {
      await sql`select pg_advisory_xact_lock(lock) from (
        select distinct hashtextextended(name, 0) as lock from unnest(${asked.map(({ event, email }) => `${event} ${email}`)}::text[]) as name order by lock
      ) as locks`.execute(db)
    },
    /** When an event was last mailed to an address, in the order asked. */
    async findLastSent(asked: readonly { event: EventName; email: string }[]): Promise<(Date | undefined)[]> {
      const { rows } = await sql<{ decided_at: Date | null }>`
        select (
          select decided_at from email_decisions
          where event_name = asked.event_name and recipient_email = asked.email and outcome = 'sent' order by decided_at desc limit 1
        ) as decided_at
        from unnest(${asked.map(({ event }) => event)}::text[], ${asked.map(({ email }) => email)}::text[])
          with ordinality as asked (event_name, email, place)
        order by place`.execute(db)
      return rows.map(({ decided_at }) => decided_at ?? undefined)
    },
    /** When that was, looking back from `at`. */
    async lastSentAt(event: EventName, email: string, at: Date): Promise<Date | undefined> {
      const last = await db
        .selectFrom('email_decisions')
        .where('event_name', '=', event)
        .where('recipient_email', '=', email)
        .where('outcome', '=', 'sent')
        .where('decided_at', '<=', at)
        .orderBy('decided_at', 'desc')
        .limit(1)
        .select('decided_at')
        .executeTakeFirst()
      return last?.decided_at
    },
    /**
     * The ids of those that are new; the others were decided before, by a run of their job that did not come to its end. What a template kept
     * back is decided again, once it can be used.
     */
    async put(decisions: readonly NewDecision[]): Promise<Set<string>> {
      const inserted = await db
        .insertInto('email_decisions')
        .values(decisions)
        .onConflict((conflict) =>
          conflict
            .columns(['event_id', 'recipient_email'])
            .doUpdateSet(({ ref }) => ({
              id: ref('excluded.id'),
              mapping_id: ref('excluded.mapping_id'),
              outcome: ref('excluded.outcome'),
              reason: ref('excluded.reason'),
              trace: ref('excluded.trace'),
              decided_at: ref('excluded.decided_at'),
            }))
            .where('email_decisions.outcome', '=', 'not_sent')
            .where('email_decisions.reason', '=', 'template')
            .where(sql<boolean>`excluded.outcome = 'sent'`),
        )
        .returning('id')
        .execute()
      return new Set(inserted.map(({ id }) => id))
    },
    async removeAbout(person: FormerRecipient): Promise<void> {
      await db.deleteFrom('email_decisions').where(isAbout(person, 'decided_at')).execute()
    },
    /** Of what was sent, the longest cooldown has to be over as well. */
    removableDecisions: (until: Date, sentUntil: Date): RetentionTask[] => [
      rowsUntil({
        table: 'email_decisions',
        column: 'decided_at',
        until,
        where: sql<boolean>`(outcome = 'not_sent' or decided_at <= ${sentUntil})`,
      }),
    ],
  }
}

/** A template in another language. */
export interface TranslatedContent {
  language: string
  subject: string
  html_content: string
  text_content: string | null
}

export type DecisionsRepository = ReturnType<typeof createDecisionsRepository>
