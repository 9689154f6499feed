import type { Db } from '../database.ts'

/** The keys under which what belongs to people is encrypted, sealed: one for each account. */
export function createDataKeysRepository(db: Db) {
  const find = (userId: string) => db.selectFrom('data_keys').where('user_id', '=', userId).select('sealed')
  return {
    /** Inserts only if the account exists: the statement may travel with the account's own, whose address may turn out to be taken. */
    async put(userId: string, sealed: Buffer): Promise<void> {
      await db
        .insertInto('data_keys')
        .columns(['user_id', 'sealed'])
        .expression(({ selectFrom, val }) =>
          selectFrom('people')
            .where('id', '=', userId)
            .select(['id', val(sealed).as('sealed')]),
        )
        .execute()
    },
    /** The key of an account that is known to exist. */
    async require(userId: string): Promise<Buffer> {
      const { sealed } = await find(userId).executeTakeFirstOrThrow(() => new Error(`The account ${userId} has no data key.`))
      return sealed
    },
    find: (userId: string): Promise<{ sealed: Buffer } | undefined> => find(userId).executeTakeFirst(),
  }
}

export type DataKeysRepository = ReturnType<typeof createDataKeysRepository>
