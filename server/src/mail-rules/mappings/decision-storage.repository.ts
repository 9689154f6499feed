import { sql } from 'kysely'
import type { EventName } from '@twofold/contract/events'
import type { Db } from '../../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../../platform/retention.ts'
import { type FormerRecipient, isAbout } from '../../platform/former-recipient.ts'
import type { NewDecision } from './decisions.repository.ts'

/** Earlier decisions, and how long they are kept. */
export function createDecisionStorage(db: Db) {
  return {
    /**
     * Serializes decisions about e-mail of these events for these addresses until the transaction ends, so that a cooldown holds for concurrent
     * events. Always locks in the same order, to prevent deadlocks.
     */
    async lockCooldowns(asked: readonly { event: EventName; email: string }[]): Promise<void> {
      await sql`select pg_advisory_xact_lock(lock) from (
        select distinct hashtextextended(name, 0) as lock from unnest(${asked.map(({ event, email }) => `${event} ${email}`)}::text[]) as name order by lock
      ) as locks`.execute(db)
    },
    /** Time of the last e-mail of an event to an address, in the order of the input. */
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
    /** The time of the last one before `at`. */
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
    /** For sent e-mail the longest cooldown must have passed as well. */
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
