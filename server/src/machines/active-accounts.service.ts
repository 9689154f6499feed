import { tokenLimits } from '@twofold/contract/tokens'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { ServiceAccountRow } from './service-accounts.repository.ts'
import type { ServiceTokensDeps } from './service-tokens.service.ts'

export function createActiveAccounts(deps: ServiceTokensDeps) {
  const making = (tx: Tx, user: Identity, id: string) => {
    const [tokens, owner, time] = [deps.tokens(tx.db), { service_account_id: id }, deps.clock.now()]
    return { tokens, owner, kind: 'svc', by: user, limit: tokenLimits.perServiceAccount, time, writeLast: tx.writeLast } as const
  }

  async function lockWorking(tx: Tx, user: Identity, id: string): Promise<ServiceAccountRow> {
    const account = await deps.serviceAccounts.lock(tx, user, id)
    if (account.suspended_at !== null) throw fail('service_accounts.suspended')
    return account
  }

  return { lockWorking, making }
}
