import { createAttemptsService } from '../identities/attempts.service.ts'
import { createConnectionsService } from '../identities/connections.service.ts'
import { createIdentitiesRepository } from '../identities/identities.repository.ts'
import { identitiesRoutes } from '../identities/identities.routes.ts'
import { createIdentitiesService } from '../identities/identities.service.ts'
import { createProviders, offeredOf } from '../identities/providers.ts'
import type { ProviderAddresses } from '../identities/providers.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/database.ts'
import type { App } from '../platform/http/route.ts'
import type { Log } from '../platform/log.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Transaction } from '../platform/transaction.ts'
import type { People } from './people.ts'

export interface IdentitiesDeps {
  config: Pick<Config, 'identityProviders' | 'outboundAllow'>
  policy: Policy
  db: Db
  transaction: Transaction
  people: Pick<People, 'accounts' | 'activity' | 'factors' | 'guard' | 'opening' | 'verification'>
  isMailAvailable: () => Promise<boolean>
  clock: Clock
  log: Log
  addresses: ProviderAddresses | undefined
}

/** Sign-in with accounts elsewhere, wired. */
export async function createIdentities({
  config,
  policy,
  db,
  transaction,
  people,
  isMailAvailable,
  clock,
  log,
  addresses,
}: IdentitiesDeps) {
  const { accounts, activity, factors, guard, opening, verification } = people
  const providers = await createProviders(config, policy, clock, addresses)
  const attempts = createAttemptsService({ db, identities: createIdentitiesRepository, providers, clock, log })
  const identities = createIdentitiesService({
    db,
    transaction,
    identities: createIdentitiesRepository,
    attempts,
    accounts,
    opening,
    guard,
    verification,
    policy,
    isMailAvailable,
    clock,
  })
  const connections = createConnectionsService({
    db,
    transaction,
    identities: createIdentitiesRepository,
    providers,
    attempts,
    accounts,
    factors,
    activity,
    clock,
  })
  return {
    offered: offeredOf(providers),
    /** What is of no use any more; run every hour. */
    removable: () => attempts.removable(),
    serve(app: App): void {
      identitiesRoutes(app, { identities, connections })
    },
  }
}
