import type { Db } from '../../platform/database.ts'

/** A service account as the sharer of a key sees it. */
export interface ProgramRecipient {
  id: string
  name: string
  managers: string[]
}

/** Service accounts as recipients of shares. */
export function createProgramRecipientsRepository(db: Db) {
  return {
    /** Held until the transaction ends: it is not deleted, nor does it change hands, while a key is shared with it. */
    async find(id: string): Promise<ProgramRecipient | undefined> {
      const account = await db
        .selectFrom('named_service_accounts')
        .where('id', '=', id)
        .select(['id', 'name'])
        .forKeyShare()
        .executeTakeFirst()
      if (account === undefined) return undefined
      const managers = await db.selectFrom('service_account_managers').where('service_account_id', '=', id).select('user_id').execute()
      return { ...account, managers: managers.flatMap(({ user_id: user }) => (user === null ? [] : [user])) }
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
