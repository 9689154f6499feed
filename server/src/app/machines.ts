import { createDeviceSignInsRepository } from '../machines/device-sign-ins.repository.ts'
import { createDeviceSignInsService } from '../machines/device-sign-ins.service.ts'
import { devicesRoutes } from '../machines/devices.routes.ts'
import { createDevicesService } from '../machines/devices.service.ts'
import { deviceGrant, exchangeGrant } from '@twofold/contract/oauth'
import { createExchangeRepository } from '../machines/exchange.repository.ts'
import { createExchangeService } from '../machines/exchange.service.ts'
import { fetchIssuerKeys } from '../machines/fetch-issuer-keys.ts'
import { createFoundTokenService } from '../machines/found-token.service.ts'
import { createIssuerKeysRepository } from '../machines/issuer-keys.repository.ts'
import { createIssuerKeys } from '../machines/issuer-keys.service.ts'
import { createIssuersRepository } from '../machines/issuers.repository.ts'
import { createIssuersService } from '../machines/issuers.service.ts'
import { createKeyOwners } from '../machines/key-owners.service.ts'
import { machinesRoutes } from '../machines/machines.routes.ts'
import { oauthRoutes } from '../machines/oauth.routes.ts'
import { createOwnTokensRepository } from '../machines/own-tokens.repository.ts'
import { createPersonalTokensService } from '../machines/personal-tokens.service.ts'
import { createProgramsRepository } from '../machines/programs.repository.ts'
import { createProgramsService } from '../machines/programs.service.ts'
import { createRefusedTokens } from '../machines/refused-tokens.service.ts'
import { createServiceAccountsRepository } from '../machines/service-accounts.repository.ts'
import { serviceAccountsRoutes } from '../machines/service-accounts.routes.ts'
import { createSuspensionService } from '../machines/suspension.service.ts'
import { createServiceAccountsService } from '../machines/service-accounts.service.ts'
import { createServiceTokensService } from '../machines/service-tokens.service.ts'
import { createTokenWatchRepository } from '../machines/token-watch.repository.ts'
import { createTokenWatch } from '../machines/token-watch.service.ts'
import { createTokenCheck } from '../machines/token-check.service.ts'
import { createTokensRepository } from '../machines/tokens.repository.ts'
import { createTrustsRepository } from '../machines/trusts.repository.ts'
import { createTrustsService } from '../machines/trusts.service.ts'
import { workloadRoutes } from '../machines/workload.routes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/database.ts'
import type { App } from '../platform/http/route.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import { createPinnedHosts } from '../platform/outbound/pinned-host.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Transaction } from '../platform/transaction.ts'
import type { People } from './people.ts'

export interface MachinesDeps {
  db: Db
  transaction: Transaction
  config: Pick<Config, 'deviceSignIn' | 'outboundAllow'>
  policy: Pick<Policy, 'second_factor' | 'address'>
  people: Pick<People, 'sessions' | 'activity'>
  jobs: Pick<Jobs, 'define'>
  clock: Clock
  log: Log
}

/** Programs as users, wired: tokens, and whose they are. */
export function createMachines({ jobs, config, log, people: { sessions, activity }, ...base }: MachinesDeps) {
  const personal = createPersonalTokensService({ ...base, activity, tokens: createOwnTokensRepository })
  const rows = { activity, tokens: createOwnTokensRepository, accounts: createServiceAccountsRepository }
  const noteRefused = createRefusedTokens({ ...base, ...rows })
  const check = createTokenCheck({ ...base, sessions, tokens: createTokensRepository, noteRefused })
  const found = createFoundTokenService({ ...base, ...rows })
  const serviceAccounts = createServiceAccountsService({ ...base, ...rows })
  const watch = createTokenWatch({ ...base, activity, watch: createTokenWatchRepository })
  jobs.define({ name: 'tokens.watch', schedule: '11 5 * * *', run: () => watch.look() })
  const devices = createDevicesService({ ...base, ...rows })
  const waiting = createDeviceSignInsRepository
  const signIns = createDeviceSignInsService({ ...base, ...rows, waiting, uses: createTokensRepository, mode: config.deviceSignIn })
  const tellKeyOwners = createKeyOwners({ ...base, ...rows })
  const serviceTokens = createServiceTokensService({ ...base, ...rows, serviceAccounts, tellKeyOwners })

  const audienceOf = (accountId: string) => `${base.policy.address}/service-accounts/${accountId}`
  const hosts = createPinnedHosts({ allowed: config.outboundAllow })
  const issuerKeys = createIssuerKeys({
    ...base,
    copies: createIssuerKeysRepository,
    fetchKeys: (issuer) => fetchIssuerKeys(issuer, hosts),
    log,
  })
  const issuers = createIssuersService({ ...base, issuers: createIssuersRepository })
  const workload = { ...base, ...rows, serviceAccounts, tellKeyOwners, audienceOf }
  const trusts = createTrustsService({ ...workload, trusts: createTrustsRepository, issuers: createIssuersRepository })
  const suspension = createSuspensionService({ ...base, ...rows })
  const programs = createProgramsService({ ...base, programs: createProgramsRepository })
  const workloads = createExchangeService({ ...workload, exchanges: createExchangeRepository, issuerKeys })

  return {
    authenticate: check.authenticate,
    noteOutsideOfKeys: (tokenId: string, address: string) => noteRefused(tokenId, address, 'key'),
    watch,
    services: { serviceAccounts, serviceTokens },
    /** What is of no use any more; run every hour. */
    removable: () => [...watch.removable(), ...signIns.removable(), ...workloads.removable()],
    serve(app: App): void {
      machinesRoutes(app, { check, personal, found })
      devicesRoutes(app, { signIns, devices })
      serviceAccountsRoutes(app, { accounts: serviceAccounts, tokens: serviceTokens })
      workloadRoutes(app, { issuers, trusts, programs, suspension })
      oauthRoutes(app, { [exchangeGrant]: workloads.exchange, [deviceGrant]: signIns.grant })
    },
  }
}
