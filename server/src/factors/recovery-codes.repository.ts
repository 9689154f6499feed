import type { Db } from '../platform/database.ts'
import { countChanged } from '../platform/row-counts.ts'

export interface NewRecoveryCodeRow {
  id: string
  user_id: string
  set_id: string
  code_hash: Buffer
  created_at: Date
}

export function createRecoveryCodesRepository(db: Db) {
  const present = (userId: string) => db.selectFrom('recovery_codes').where('user_id', '=', userId).where('replaced_at', 'is', null)

  /** Unused codes that can no longer be used: of a replaced set, or of a deleted account. */
  const useless = () =>
    db
      .selectFrom('recovery_codes')
      .innerJoin('people as users', 'users.id', 'recovery_codes.user_id')
      .where('recovery_codes.used_at', 'is', null)
      .where((row) => row.or([row('recovery_codes.replaced_at', 'is not', null), row('users.deleted_at', 'is not', null)]))

  return {
    async put(codes: NewRecoveryCodeRow[]): Promise<void> {
      await db.insertInto('recovery_codes').values(codes).execute()
    },
    /** Two new sets at once would both stay: the person's row is held until the transaction ends. */
    async lockPerson(userId: string): Promise<void> {
      await db.selectFrom('people as users').where('id', '=', userId).select('id').forNoKeyUpdate().execute()
    },
    async replaceAll(userId: string, now: Date): Promise<void> {
      await db
        .updateTable('recovery_codes')
        .set({ replaced_at: now })
        .where('user_id', '=', userId)
        .where('replaced_at', 'is', null)
        .execute()
    },
    findUnused: (userId: string) => present(userId).where('used_at', 'is', null).select(['id', 'code_hash']).execute(),
    /** The same, locked until the transaction ends. */
    lockUnused: (userId: string) =>
      present(userId).where('used_at', 'is', null).select(['id', 'code_hash']).orderBy('id').forUpdate().execute(),
    /** Uses a locked code up. */
    async use(id: string, now: Date): Promise<void> {
      await db.updateTable('recovery_codes').set({ used_at: now }).where('id', '=', id).execute()
    },
    /** Number of codes and people that `removeUseless` would affect, and the names of some of them. */
    async summariseUseless(sampled: number): Promise<{ count: number; people: number; sample: string[] }> {
      const [totals, names] = await Promise.all([
        useless()
          .select(({ fn }) => [fn.countAll<number>().as('count'), fn.count<number>('users.id').distinct().as('people')])
          .executeTakeFirstOrThrow(),
        useless().select('users.name').distinct().orderBy('users.name').limit(sampled).execute(),
      ])
      return { ...totals, sample: names.map(({ name }) => name) }
    },
    async removeUseless(): Promise<number> {
      const removed = db.deleteFrom('recovery_codes').where('id', 'in', useless().select('recovery_codes.id'))
      return countChanged(() => removed.executeTakeFirst())
    },
    count: (userId: string) =>
      present(userId)
        .select(({ fn }) => [
          fn.countAll<number>().as('total'),
          fn.count<number>('used_at').as('used'),
          fn.max('created_at').as('created_at'),
        ])
        .executeTakeFirstOrThrow(),
  }
}

export type RecoveryCodesRepository = ReturnType<typeof createRecoveryCodesRepository>
