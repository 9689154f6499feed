import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { ServiceAccountsRepository } from './service-accounts.repository.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface AdministratorSuspensionDeps extends Pick<ServiceDeps, 'clock' | 'transaction'> {
  accounts: (db: Db) => Pick<ServiceAccountsRepository, 'lock' | 'suspend' | 'resume' | 'listManagers'>
  activity: Pick<ActivityService, 'record'>
}

/** Suspends and resumes service accounts for administrators, and notifies their managers. */
export function createAdministratorSuspension(deps: AdministratorSuspensionDeps) {
  async function lock(tx: Tx, id: string) {
    const row = await deps.accounts(tx.db).lock(id)
    if (row === undefined) throw fail('service_accounts.not_found')
    return row
  }

  async function notify(tx: Tx, { id: by, name: actor }: Identity, account: { id: string; name: string }, isSuspended: boolean) {
    const { id, name } = account
    const kind = isSuspended ? 'service_account_suspended' : 'service_account_resumed'
    for (const { id: userId } of await deps.accounts(tx.db).listManagers(id))
      await deps.activity.record(tx, { userId, kind, actor: { id: by, name: actor }, detail: { name } })
    const action = isSuspended ? 'service_account.suspended' : 'service_account.resumed'
    await tx.audit({ action, target: { kind: 'service_account', id, name } })
    await tx.publish(isSuspended ? 'service_account.suspended' : 'service_account.changed', { service_account_id: id })
  }

  return {
    /** A suspension by managers becomes one that they cannot lift. */
    suspend(administrator: Identity, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { name, suspended_because: why } = await lock(tx, id)
        const accounts = deps.accounts(tx.db)
        if (why !== 'administrator') {
          if (why !== null) await accounts.resume(id)
          await accounts.suspend(id, 'administrator', deps.clock.date())
          await notify(tx, administrator, { id, name }, true)
        }
        return say('service_account.suspended', { name })
      })
    },

    resume(administrator: Identity, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { name } = await lock(tx, id)
        if (await deps.accounts(tx.db).resume(id)) await notify(tx, administrator, { id, name }, false)
        return say('service_account.resumed', { name })
      })
    },
  }
}

export type AdministratorSuspension = ReturnType<typeof createAdministratorSuspension>
