import type { Accounts } from '../../accounts/noun.ts'
import type { Keys } from '../../keys/noun.ts'
import type { Ground } from '../../platform/ground/ground.ts'
import { defineNoun, type OffersOf } from '../../platform/ground/define-noun.ts'
import type { Sharing } from '../../sharing/noun.ts'
import type { Trust } from '../../trust/noun.ts'
import { createLeaverChangesService } from './leaver-changes.service.ts'
import { createLeaverKeysRepository } from './leaver-keys.repository.ts'
import { createLeaversRepository } from './leavers.repository.ts'
import { leaversRoutes } from './leavers.routes.ts'
import { createLeaversService } from './leavers.service.ts'

type Needs = Pick<Accounts, 'activity'> &
  Pick<Keys, 'access' | 'keyRotated' | 'usage'> &
  Pick<Sharing, 'grants' | 'invitations' | 'offers' | 'transfers'> &
  Pick<Trust, 'trust'>

/** The keys of people who leave, and the secrets that they knew. */
export const leavers = defineNoun({
  name: 'admin/leavers',
  owns: ['leaver_keys', 'leaver_plans', 'undecided_keys'],
  metrics: 'none',
  build(ground: Ground, needs: Needs) {
    const base = { ...ground, ...needs, leavers: createLeaversRepository, keys: createLeaverKeysRepository }
    const service = createLeaversService(base)
    const changes = createLeaverChangesService({ ...base, plans: service })
    return {
      offers: { leavers: service },
      routes: (app) => leaversRoutes(app, { leavers: service, changes }),
      jobs: 'none',
      events: 'none',
      hears: [needs.keyRotated.answeredBy(service.noteRotated)],
      deletion: { forgets: ['leaver_keys', 'leaver_plans'] },
      retention: service.removable,
      health: 'none',
      running: 'none',
    }
  },
})

export type Leavers = OffersOf<typeof leavers>
