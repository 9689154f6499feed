import type { Db } from '../../platform/database.ts'
import { countChanged } from '../../platform/row-counts.ts'

/** Some, or all that were held back by a time. */
export interface HeldChoice {
  ids?: readonly string[] | undefined
  until?: Date | undefined
}

/** E-mails held back by a restore (`platform/backup/hold-restored-work.ts`). */
export function createHeldRepository(db: Db) {
  const held = ({ ids, until }: HeldChoice) =>
    db
      .updateTable('email_logs')
      .where('queue', '=', 'held')
      .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
      .$if(until !== undefined, (query) =>
        query.where((row) => row.or([row('held_at', 'is', null), row('held_at', '<=', until ?? new Date(0))])),
      )

  return {
    list: (limit: number, offset: number) =>
      db
        .selectFrom('email_logs')
        .where('queue', '=', 'held')
        .select(['id', 'recipient_email', 'subject', 'template_name', 'created_at'])
        .select((row) => row('useful_until', 'is not', null).$castTo<boolean>().as('has_void_link'))
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute(),
    count: () =>
      db
        .selectFrom('email_logs')
        .where('queue', '=', 'held')
        .select((row) => [
          row.fn.countAll<number>().as('total'),
          row.fn.countAll<number>().filterWhere('useful_until', 'is not', null).as('with_void_link'),
        ])
        .executeTakeFirstOrThrow(),
    async release(which: HeldChoice, now: Date): Promise<number> {
      return countChanged(() => held(which).set({ queue: 'due', due_at: now, waiting_reason: null }).executeTakeFirst())
    },
    /** A deliberate discard is not a delivery failure: `waiting_reason` excludes it from failure counts. */
    async discard(which: HeldChoice, now: Date, reason: string): Promise<number> {
      const change = { queue: 'done', failed_at: now, outgoing: null, waiting_reason: 'discarded', error_message: reason } as const
      return countChanged(() => held(which).set(change).executeTakeFirst())
    },
  }
}

export type HeldRepository = ReturnType<typeof createHeldRepository>
