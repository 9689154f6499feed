import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

export function createPinGuesses(db: Db) {
  return {
    /**
     * Counts an attempt as wrong before the PIN is checked. Answers the stored PIN and the number of attempts including this one; `tries` null: no
     * check is allowed, because the PIN is locked or void. A single statement, so that of many concurrent attempts no more are checked than allowed.
     * Without a PIN nothing is counted.
     */
    async reservePin(
      userId: string,
      rules: { lockedAfter: number; voidAfter: number; lockedUntil: Date; now: Date },
    ): Promise<{ stored: string | null; tries: number | null }> {
      const found = await db
        .with('counted', (statement) =>
          statement
            .insertInto('guess_counters')
            .columns(['kind', 'user_id', 'address', 'failures', 'updated_at'])
            .expression((row) =>
              row
                .selectFrom('stored_pins')
                .where('user_id', '=', userId)
                .select([
                  sql.lit('pin').as('kind'),
                  'user_id',
                  sql.lit('').as('address'),
                  sql.lit(1).as('failures'),
                  sql`${rules.now}::timestamptz`.as('at'),
                ]),
            )
            .onConflict((conflict) =>
              conflict
                .columns(['kind', 'user_id', 'address'])
                .doUpdateSet({
                  failures: sql`guess_counters.failures + 1`,
                  locked_until: sql`case when guess_counters.failures + 1 = ${rules.lockedAfter} then ${rules.lockedUntil}::timestamptz end`,
                  is_void: sql`guess_counters.failures + 1 >= ${rules.voidAfter}`,
                  updated_at: rules.now,
                })
                .where('guess_counters.is_void', '=', false)
                .where((row) =>
                  row.or([row('guess_counters.locked_until', 'is', null), row('guess_counters.locked_until', '<=', rules.now)]),
                ),
            )
            .returning('failures'),
        )
        .selectFrom('stored_pins')
        .leftJoin('counted', (join) => join.onTrue())
        .where('stored_pins.user_id', '=', userId)
        .select(['stored_pins.pin_hash as stored', 'counted.failures as tries'])
        .executeTakeFirst()
      return found ?? { stored: null, tries: null }
    },
  }
}
