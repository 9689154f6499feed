import { createFoundTokenService } from '../machines/found-token.service.ts'
import { machinesRoutes } from '../machines/machines.routes.ts'
import { createOwnTokensRepository } from '../machines/own-tokens.repository.ts'
import { createPersonalTokensService } from '../machines/personal-tokens.service.ts'
import { createServiceAccountsRepository } from '../machines/service-accounts.repository.ts'
import { serviceAccountsRoutes } from '../machines/service-accounts.routes.ts'
import { createServiceAccountsService } from '../machines/service-accounts.service.ts'
import { createServiceTokensService } from '../machines/service-tokens.service.ts'
import { createTokenWatchRepository } from '../machines/token-watch.repository.ts'
import { createTokenWatch } from '../machines/token-watch.service.ts'
import { createTokenCheck } from '../machines/token-check.service.ts'
import { createTokensRepository } from '../machines/tokens.repository.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { App } from '../platform/http/route.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Transaction } from '../platform/transaction.ts'
import type { People } from './people.ts'

export interface MachinesDeps {
  db: Db
  transaction: Transaction
  policy: Pick<Policy, 'second_factor'>
  people: Pick<People, 'sessions' | 'activity'>
  jobs: Pick<Jobs, 'define'>
  clock: Clock
}

/** Programs as users, wired: tokens, and whose they are. */
export function createMachines({ jobs, people: { sessions, activity }, ...base }: MachinesDeps) {
  const check = createTokenCheck({ ...base, sessions, tokens: createTokensRepository })
  const personal = createPersonalTokensService({ ...base, activity, tokens: createOwnTokensRepository })
  const rows = { activity, tokens: createOwnTokensRepository, accounts: createServiceAccountsRepository }
  const found = createFoundTokenService({ ...base, ...rows })
  const serviceAccounts = createServiceAccountsService({ ...base, ...rows })
  const watch = createTokenWatch({ ...base, activity, watch: createTokenWatchRepository })
  jobs.define({ name: 'tokens.watch', schedule: '11 5 * * *', run: () => watch.look() })
  const serviceTokens = createServiceTokensService({ ...base, ...rows, serviceAccounts })
  return {
    authenticate: check.authenticate,
    watch,
    /** What is of no use any more; run every hour. */
    removable: () => watch.removable(),
    serve(app: App): void {
      machinesRoutes(app, { check, personal, found })
      serviceAccountsRoutes(app, { accounts: serviceAccounts, tokens: serviceTokens })
    },
  }
}
