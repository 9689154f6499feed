import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** A service account that somebody shares a key with. */
export interface ProgramRecipient {
  id: string
  name: string
  /** As the owner of the key reads it. */
  shown_name: string
  managers: string[]
}

/**
 * The name as the owner of a key reads it: they need no more than its id to offer a key, which workflows have in their files. So they read the id
 * until one of its managers has accepted a key of theirs, or they manage it themselves. `accounts` is joined.
 */
export const shownProgramName = (ownerId: RawBuilder<unknown>) => sql<string>`case
  when exists (select from service_account_managers managers where managers.service_account_id = accounts.id and managers.user_id = ${ownerId})
    or exists (select from shares accepted join named_keys on named_keys.id = accepted.key_id
      where accepted.service_account_id = accounts.id and accepted.accepted_at is not null and named_keys.owner_id = ${ownerId})
  then accounts.name else accounts.id::text end`

/** Service accounts as recipients of shares. */
export function createProgramRecipientsRepository(db: Db) {
  return {
    /** Held until the transaction ends: it is not deleted, nor does it change hands, while a key is shared with it. */
    async find(id: string, ownerId: string): Promise<ProgramRecipient | undefined> {
      const account = await db
        .selectFrom('named_service_accounts as accounts')
        .where('id', '=', id)
        .select(['id', 'name', shownProgramName(sql`${ownerId}::uuid`).as('shown_name')])
        .forKeyShare()
        .executeTakeFirst()
      if (account === undefined) return undefined
      const managers = await db.selectFrom('service_account_managers').where('service_account_id', '=', id).select('user_id').execute()
      return { ...account, managers: managers.flatMap(({ user_id: user }) => (user === null ? [] : [user])) }
    },
    /** The name of a share's service account, as the owner of the key reads it. */
    async findShownName(shareId: string): Promise<string> {
      const { rows } = await sql<{ name: string }>`
        select ${shownProgramName(sql`keys.owner_id`)} as name from shares
        join named_keys keys on keys.id = shares.key_id join named_service_accounts accounts on accounts.id = shares.service_account_id
        where shares.id = ${shareId}`.execute(db)
      return rows[0]?.name ?? ''
    },
    async accept(shareId: string, now: Date): Promise<void> {
      await db.updateTable('shares').set({ accepted_at: now }).where('id', '=', shareId).where('accepted_at', 'is', null).execute()
    },
    /** Sharing again requires a manager's acceptance again. */
    async end(shareId: string, now: Date): Promise<void> {
      await db.updateTable('shares').set({ revoked_at: now, accepted_at: null }).where('id', '=', shareId).execute()
    },
  }
}

export type ProgramRecipientsRepository = ReturnType<typeof createProgramRecipientsRepository>
