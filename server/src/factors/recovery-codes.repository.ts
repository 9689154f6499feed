import type { Db } from '../platform/database.ts'

export interface NewRecoveryCodeRow {
  id: string
  user_id: string
  set_id: string
  code_hash: Buffer
  created_at: Date
}

export function createRecoveryCodesRepository(db: Db) {
  const present = (userId: string) => db.selectFrom('recovery_codes').where('user_id', '=', userId).where('replaced_at', 'is', null)

  return {
    async put(codes: NewRecoveryCodeRow[]): Promise<void> {
      await db.insertInto('recovery_codes').values(codes).execute()
    },
    /** Two new sets at once would both stay: the person's row is held until the transaction ends. */
    async lockPerson(userId: string): Promise<void> {
      await db.selectFrom('users').where('id', '=', userId).select('id').forNoKeyUpdate().execute()
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
    /** False: used already, replaced, or somebody else's. */
    async use(userId: string, id: string, now: Date): Promise<boolean> {
      const updated = await db
        .updateTable('recovery_codes')
        .set({ used_at: now })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('used_at', 'is', null)
        .where('replaced_at', 'is', null)
        .executeTakeFirst()
      return updated.numUpdatedRows === 1n
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
