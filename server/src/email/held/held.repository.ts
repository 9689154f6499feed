import type { Db } from '../../platform/database.ts'

/** Mails that a restore holds back (`platform/backup/calm-down.ts`). */
export function createHeldRepository(db: Db) {
  const held = (ids: readonly string[] | undefined) =>
    db
      .updateTable('email_logs')
      .where('queue', '=', 'held')
      .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))

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
    async release(ids: readonly string[] | undefined, now: Date): Promise<number> {
      const { numUpdatedRows } = await held(ids).set({ queue: 'due', due_at: now, waiting_reason: null }).executeTakeFirstOrThrow()
      return Number(numUpdatedRows)
    },
    /** What somebody decided not to send is no trouble with mail: `waiting_reason` keeps it out of the figures of failures. */
    async discard(ids: readonly string[] | undefined, now: Date, reason: string): Promise<number> {
      const { numUpdatedRows } = await held(ids)
        .set({ queue: 'done', failed_at: now, outgoing: null, waiting_reason: 'discarded', error_message: reason })
        .executeTakeFirstOrThrow()
      return Number(numUpdatedRows)
    },
  }
}

export type HeldRepository = ReturnType<typeof createHeldRepository>
