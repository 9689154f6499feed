import { machinesRoutes } from '../machines/machines.routes.ts'
import { createTokenCheck } from '../machines/token-check.service.ts'
import { createTokensRepository } from '../machines/tokens.repository.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { App } from '../platform/http/route.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { People } from './people.ts'

export interface MachinesDeps {
  db: Db
  policy: Pick<Policy, 'second_factor'>
  people: Pick<People, 'sessions'>
  clock: Clock
}

/** Programs as users, wired: tokens, and whose they are. */
export function createMachines({ people: { sessions }, ...deps }: MachinesDeps) {
  const check = createTokenCheck({ ...deps, sessions, tokens: createTokensRepository })
  return {
    authenticate: check.authenticate,
    serve(app: App): void {
      machinesRoutes(app, { check })
    },
  }
}
