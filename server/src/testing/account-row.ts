import type { Updateable } from 'kysely'
import type { Database, Db } from '../platform/database.ts'

/** Id of the account with this address. */
export const idOfAccount = async ({ db }: { db: Db }, email: string): Promise<string> =>
  (await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow()).id

/** Gives the account with this address what no call gives it, such as a sign-in of long ago. */
export const setAccount = ({ db }: { db: Db }, email: string, values: Updateable<Database['users']>) =>
  db.updateTable('users').set(values).where('email', '=', email).execute()
