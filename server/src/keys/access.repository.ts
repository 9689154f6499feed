import type { TakeApproval } from '@twofold/contract/service-accounts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { lasts } from '../platform/lasts.ts'

/** A person's rights to a key: `view` codes, `admin` for full control, or everything as its `owner`. */
export type AccessLevel = 'owner' | 'admin' | 'view'

export interface AccessRow {
  key_id: string
  owner_id: string
  level: AccessLevel
}

/** Terms on which a service account takes codes of a key. */
export interface ProgramAccess {
  owner_id: string
  share_id: string
  approval: TakeApproval
  four_eyes: boolean
}

export function createAccessRepository(db: Db) {
  return {
    /** The best of the ways on which the person has the key now; undefined: none. */
    async find(userId: string, keyId: string, now: Date): Promise<AccessRow | undefined> {
      const { rows } = await sql<AccessRow>`
        select key_id, owner_id, level from key_access
        where user_id = ${userId} and key_id = ${keyId} and ${lasts(now)}
        order by array_position(array['owner', 'admin', 'view'], level) limit 1`.execute(db)
      return rows[0]
    },
    /** Access of a service account; undefined: none. */
    async findOfProgram(serviceAccountId: string, keyId: string, now: Date): Promise<ProgramAccess | undefined> {
      const { rows } = await sql<ProgramAccess>`
        select owner_id, share_id, approval, four_eyes from service_account_access
        where service_account_id = ${serviceAccountId} and key_id = ${keyId} and ${lasts(now)}`.execute(db)
      return rows[0]
    },
    /** Keeps the person active until the transaction ends. False: they are not. */
    async holdActive(userId: string): Promise<boolean> {
      const { rows } = await sql`select from people users where id = ${userId} and is_active for share`.execute(db)
      return rows.length === 1
    },
    /** Held until the transaction ends: who may do what with the key, and its counter, are one after the other from then on. */
    async lock(keyIds: readonly string[]): Promise<void> {
      await db.selectFrom('keys').where('id', 'in', keyIds).select('id').orderBy('id').forNoKeyUpdate().execute()
    },
  }
}

export type AccessRepository = ReturnType<typeof createAccessRepository>
