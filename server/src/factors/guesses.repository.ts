import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { findsRow } from '../platform/row-counts.ts'
import { createPinGuesses } from './pin-guesses.repository.ts'

export interface GuessState {
  failures: number
  locked_until: Date | null
  is_void: boolean
}

const rowOf = (kind: 'pin' | 'second_step', userId: string) => ({ kind, user_id: userId, address: '' })

/** Tries that may be guesses, counted for the whole account and all nodes together. */
export function createGuessesRepository(db: Db) {
  return {
    ...createPinGuesses(db),
    find: (kind: 'pin' | 'second_step', userId: string): Promise<GuessState | undefined> =>
      db
        .selectFrom('guess_counters')
        .where('kind', '=', kind)
        .where('user_id', '=', userId)
        .where('address', '=', '')
        .select(['failures', 'locked_until', 'is_void'])
        .executeTakeFirst(),

    /** Counts a try at the second step before it is looked at. False: there were too many since the window began. */
    async reserveSecondStep(userId: string, rules: { most: number; windowEnds: Date; now: Date }): Promise<boolean> {
      const isOver = sql<boolean>`guess_counters.locked_until <= ${rules.now}`
      return findsRow(
        db
          .insertInto('guess_counters')
          .values({ ...rowOf('second_step', userId), failures: 1, locked_until: rules.windowEnds, updated_at: rules.now })
          .onConflict((conflict) =>
            conflict
              .columns(['kind', 'user_id', 'address'])
              .doUpdateSet({
                failures: sql`case when ${isOver} then 1 else guess_counters.failures + 1 end`,
                locked_until: sql`case when ${isOver} then ${rules.windowEnds}::timestamptz else guess_counters.locked_until end`,
                updated_at: rules.now,
              })
              .where((row) => row.or([isOver, row('guess_counters.failures', '<', rules.most)])),
          )
          .returning('failures'),
      )
    },

    /** Takes back an attempt that was not wrong. */
    async giveBack(kind: 'pin' | 'second_step', userId: string): Promise<void> {
      await db
        .updateTable('guess_counters')
        .set({ failures: sql`greatest(0, failures - 1)`, ...(kind === 'pin' ? { locked_until: null, is_void: false } : {}) })
        .where('kind', '=', kind)
        .where('user_id', '=', userId)
        .where('address', '=', '')
        .execute()
    },

    async clear(kind: 'pin' | 'second_step', userId: string): Promise<void> {
      await db.deleteFrom('guess_counters').where('kind', '=', kind).where('user_id', '=', userId).where('address', '=', '').execute()
    },
    async clearAll(userId: string): Promise<void> {
      await db.deleteFrom('guess_counters').where('user_id', '=', userId).execute()
    },
  }
}

export type GuessesRepository = ReturnType<typeof createGuessesRepository>
