import { deviceGrant, exchangeGrant } from '@twofold/contract/oauth'
import type { Accounts } from '../accounts/noun.ts'
import type { Db } from '../platform/database.ts'
import { databaseTime } from '../platform/database-time.ts'
import type { Ground } from '../platform/ground/ground.ts'
import { defineNoun, type OffersOf } from '../platform/ground/define-noun.ts'
import { offerMethods } from '../platform/offer-methods.ts'
import { createPinnedHosts } from '../platform/outbound/pinned-host.ts'
import type { Sessions } from '../sessions/noun.ts'
import type { Sharing } from '../sharing/noun.ts'
import { createDeviceSignInsRepository } from './device-sign-ins.repository.ts'
import { createDeviceSignInsService } from './device-sign-ins.service.ts'
import { devicesRoutes } from './devices.routes.ts'
import { createDevicesService } from './devices.service.ts'
import { createExchangeRepository } from './exchange.repository.ts'
import { createExchangeService } from './exchange.service.ts'
import { fetchIssuerKeys } from './fetch-issuer-keys.ts'
import { createFoundTokenService } from './found-token.service.ts'
import { createIssuerKeysRepository } from './issuer-keys.repository.ts'
import { createIssuerKeys } from './issuer-keys.service.ts'
import { createIssuersRepository } from './issuers.repository.ts'
import { createIssuersService } from './issuers.service.ts'
import { createKeyOwners } from './key-owners.service.ts'
import { machinesRoutes } from './machines.routes.ts'
import { oauthRoutes } from './oauth.routes.ts'
import { createTokensRepository, type TokensRepository } from './tokens.repository.ts'
import { createPersonalTokensService } from './personal-tokens.service.ts'
import { createRefusedTokens } from './refused-tokens.service.ts'
import { createServiceAccountsRepository } from './service-accounts.repository.ts'
import { serviceAccountsRoutes } from './service-accounts.routes.ts'
import { createServiceAccountsService } from './service-accounts.service.ts'
import { createServiceTokensService } from './service-tokens.service.ts'
import { createAdministratorSuspension } from './administrator-suspension.service.ts'
import { createTokenCheck } from './token-check.service.ts'
import { createTokenWatchRepository } from './token-watch.repository.ts'
import { createTokenWatch } from './token-watch.service.ts'
import { createTokenCheckRepository, foundTokens } from './token-check.repository.ts'
import { suggestRules } from './trust-rules.ts'
import type { Trust } from '../trust/noun.ts'
import { createTrustsRepository } from './trusts.repository.ts'
import { createTrustsService } from './trusts.service.ts'
import { workloadRoutes } from './workload.routes.ts'

type Needs = Pick<Accounts, 'activity'> &
  Pick<Sessions, 'sessions'> &
  Pick<Sharing, 'groupLocks' | 'programShares'> &
  Pick<Trust, 'requireOpen'>

/** Programs as users: tokens, and whose they are. */
export const machines = defineNoun({
  name: 'machines',
  owns: [
    'access_tokens',
    'device_sign_ins',
    'had_keys',
    'issuer_keys',
    'named_issuers',
    'named_service_accounts',
    'named_tokens',
    'refused_exchanges',
    'refused_workloads',
    'service_account_access',
    'service_account_managers',
    'service_account_use',
    'service_accounts',
    'trusted_workloads',
    'used_assertions',
    'workload_issuers',
    'workload_trusts',
  ],
  metrics: 'none',
  build(ground: Ground, needs: Needs) {
    const time = databaseTime(ground.clock)
    const tokens = (db: Db) => createTokensRepository(db, time)
    const checks = (db: Db) => createTokenCheckRepository(db, time)
    const base = { ...ground, ...needs, tokens, accounts: createServiceAccountsRepository }
    const noteRefused = createRefusedTokens(base)
    const check = createTokenCheck({ ...base, tokens: checks, noteRefused })
    const watch = createTokenWatch({ ...base, watch: createTokenWatchRepository })
    const serviceAccounts = createServiceAccountsService(base)
    const signIns = createDeviceSignInsService({
      ...base,
      waiting: createDeviceSignInsRepository,
      uses: checks,
      mode: ground.config.deviceSignIn,
    })
    const services = { ...base, serviceAccounts, notifyKeyOwners: createKeyOwners(base) }
    const serviceTokens = createServiceTokensService(services)
    const workload = createWorkload(services)
    return {
      offers: {
        authenticateProgram: check.authenticate,
        noteOutsideOfKeys: (tokenId: string, address: string) => noteRefused(tokenId, address, 'key'),
        tokenWatch: watch,
        serviceAccounts,
        serviceTokens,
        tokens: offerMethods(checks, 'findOpen', 'hold', 'lockTaking', 'stop'),
        foundTokens,
        suggestRules,
      },
      routes(app) {
        machinesRoutes(app, { check, personal: createPersonalTokensService(base), found: createFoundTokenService(base) })
        devicesRoutes(app, { signIns, devices: createDevicesService(base) })
        serviceAccountsRoutes(app, { accounts: serviceAccounts, tokens: serviceTokens })
        workloadRoutes(app, workload)
        oauthRoutes(app, { [exchangeGrant]: workload.exchanges.exchange, [deviceGrant]: signIns.grant })
      },
      jobs: [{ name: 'tokens.watch', schedule: '11 5 * * *', run: () => watch.look() }],
      events: 'none',
      hears: 'none',
      deletion: {
        goes: ['access_tokens', 'device_sign_ins'],
        forgets: ['access_tokens', 'service_accounts', 'workload_issuers', 'workload_trusts'],
      },
      retention: () => [...watch.removable(), ...signIns.removable(), ...workload.exchanges.removable()],
      health: 'none',
      running: 'none',
    }
  },
})

export type Machines = OffersOf<typeof machines>

type WorkloadDeps = Ground &
  Needs & {
    tokens: (db: Db) => TokensRepository
    accounts: typeof createServiceAccountsRepository
    serviceAccounts: ReturnType<typeof createServiceAccountsService>
    notifyKeyOwners: ReturnType<typeof createKeyOwners>
  }

/** Programs that exchange the token of their issuer for one of ours. */
function createWorkload(base: WorkloadDeps) {
  const hosts = createPinnedHosts({ allowed: base.config.outboundAllow })
  const shared = {
    ...base,
    audienceOf: (accountId: string) => `${base.policy.address}/service-accounts/${accountId}`,
    issuers: createIssuersRepository,
    issuerKeys: createIssuerKeys({
      ...base,
      copies: createIssuerKeysRepository,
      fetchKeys: (issuer) => fetchIssuerKeys(issuer, hosts),
    }),
  }
  return {
    issuers: createIssuersService(shared),
    trusts: createTrustsService({ ...shared, trusts: createTrustsRepository }),
    suspension: createAdministratorSuspension(shared),
    exchanges: createExchangeService({ ...shared, exchanges: createExchangeRepository }),
  }
}
