import { normalizeEmail } from '@twofold/contract/email-address'
import { type Insertable, sql } from 'kysely'
import type { EventName } from '@twofold/contract/events'
import type { SuppressionReason } from '@twofold/contract/mail-rules/suppression-reason'
import type { Database, Db } from '../../platform/database.ts'
import { createDecisionStorage } from './decision-storage.repository.ts'
import type { Recipient, TranslatedContent } from './recipient.ts'

export type NewDecision = Insertable<Database['email_decisions']>

/** Whether e-mail of such events is decided at all: not without a mapping. */
export const isMapped = (event: EventName) => sql<boolean>`exists (select from email_mappings where event_name = ${event})`

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
    ...createDecisionStorage(db),
    /** The mappings of events with their templates, the translations and the themes of these. */
    findMappings(events: readonly EventName[]) {
      return db
        .selectFrom('email_mappings')
        .leftJoin('mail_templates', 'mail_templates.slug', 'email_mappings.template_slug')
        .leftJoin('mail_themes', 'mail_themes.slug', 'mail_templates.theme_slug')
        .where('email_mappings.event_name', 'in', events)
        .select([
          'email_mappings.id',
          'email_mappings.event_name',
          'email_mappings.is_active',
          'email_mappings.conditions',
          'email_mappings.provider_id',
          'mail_templates.slug as template_slug',
          'mail_templates.name as template_name',
          'mail_templates.category',
          'mail_templates.subject',
          'mail_templates.html_content',
          'mail_templates.text_content',
          'mail_templates.is_active as template_is_active',
          'mail_templates.provider_id as template_provider_id',
          'mail_themes.design',
          sql<TranslatedContent[]>`coalesce((
            select jsonb_agg(jsonb_build_object('language', t.language, 'subject', t.subject, 'html_content', t.html_content, 'text_content', t.text_content))
            from mail_translations t where t.template_id = mail_templates.id), '[]')`.as('translations'),
        ])
        .execute()
    },
    /** The same for one. */
    async findMapping(event: EventName) {
      const [mapping] = await this.findMappings([event])
      return mapping
    },
    /** Objections to e-mail of an event for a person, in the order of the input, in one statement: per-e-mail lookups add up. */
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
  }
}

export type DecisionsRepository = ReturnType<typeof createDecisionsRepository>
