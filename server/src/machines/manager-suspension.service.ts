import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { ServiceAccountsDeps } from './service-accounts.service.ts'
import type { ManagedAccounts } from './managed-accounts.service.ts'

/** Suspends and resumes service accounts for their managers. */
export function createManagerSuspension(deps: ServiceAccountsDeps, { lock }: ManagedAccounts) {
  return {
    suspend(user: Identity, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { name } = await lock(tx, user, id)
        if (await deps.accounts(tx.db).suspend(id, 'manager', deps.clock.date())) {
          await tx.publish('service_account.suspended', { service_account_id: id })
          await deps.activity.record(tx, { userId: user.id, kind: 'service_account_suspended', detail: { name } })
        }
        return say('service_account.suspended', { name })
      })
    },
    resume(user: Identity, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { name, suspended_because: why } = await lock(tx, user, id)
        if (why === 'administrator') throw fail('service_accounts.administrator_only')
        if (await deps.accounts(tx.db).resume(id)) {
          await tx.publish('service_account.changed', { service_account_id: id })
          await deps.activity.record(tx, { userId: user.id, kind: 'service_account_resumed', detail: { name } })
        }
        return say('service_account.resumed', { name })
      })
    },
  }
}
