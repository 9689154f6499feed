import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** Time since which each step is done; null: it is not. */
export interface FirstFacts {
  vault: Date
  passkey: Date | null
  key: Date | null
  invite: Date | null
  backup: Date | null
}

export function createFirstStepsRepository(db: Db) {
  return {
    async find(userId: string): Promise<FirstFacts> {
      const { rows } = await sql<FirstFacts>`
        select users.created_at as vault,
          (select min(created_at) from named_passkeys where user_id = users.id) as passkey,
          (select min(created_at) from named_keys keys where owner_id = users.id and deleted_at is null) as key,
          -- Somebody else is here, or may come.
          coalesce(
            (select created_at from people others where others.id <> users.id and deleted_at is null order by id limit 1),
            (select min(created_at) from sent_invitations where void_at is null and created_by = users.id)) as invite,
          -- It was read back, so that it is known to be of use.
          (select min(finished_at) from listed_backups where state = 'completed') as backup
        from people users where users.id = ${userId}`.execute(db)
      const [facts] = rows
      if (facts === undefined) throw new Error('The account of the session is not there.')
      return facts
    },
  }
}

export type FirstStepsRepository = ReturnType<typeof createFirstStepsRepository>
