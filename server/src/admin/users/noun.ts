import { bulkMost } from '@twofold/contract/admin/users'
import type { Accounts } from '../../accounts/noun.ts'
import type { Factors } from '../../factors/noun.ts'
import type { MailDelivery } from '../../mail-delivery/noun.ts'
import type { Ground } from '../../platform/ground/ground.ts'
import { defineNoun } from '../../platform/ground/define-noun.ts'
import type { Sessions } from '../../sessions/noun.ts'
import type { Sharing } from '../../sharing/noun.ts'
import type { Trust } from '../../trust/noun.ts'
import type { Analytics } from '../analytics/noun.ts'
import type { Leavers } from '../leavers/noun.ts'
import { createLinkRenewalService } from './link-renewal.service.ts'
import { createUserAdmissionService } from './user-admission.service.ts'
import { createUserChangesService } from './user-changes.service.ts'
import { createUserRestorationService } from './user-restoration.service.ts'
import { createUsersRepository } from './users.repository.ts'
import { createUserPages } from './found-users.repository.ts'
import { usersRoutes } from './users.routes.ts'
import { createUsersService } from './users.service.ts'

type Needs = Pick<Accounts, 'accountChanges' | 'accountRestoration' | 'accounts' | 'activity' | 'deletion' | 'links' | 'verification'> &
  Pick<Trust, 'acts' | 'trust' | 'usersMatching'> &
  Pick<MailDelivery, 'isMailAvailable'> &
  Pick<Sessions, 'makeSessionFinder' | 'sessionRows' | 'signInLocks'> &
  Pick<Factors, 'factorRows' | 'guesses'> &
  Pick<Sharing, 'accountEndings' | 'invitations'> &
  Pick<Analytics, 'countedPeople' | 'keptFigures'> &
  Pick<Leavers, 'leavers'>

/** Accounts as administrators see and change them. */
export const users = defineNoun({
  name: 'admin/users',
  owns: 'none',
  metrics: 'none',
  build(ground: Ground, needs: Needs) {
    const rows = createUsersRepository
    const base = { ...ground, ...needs, users: rows }
    const service = createUsersService({
      ...base,
      pages: createUserPages(needs.makeSessionFinder),
      people: () => needs.keptFigures.get('people'),
      isLarge: needs.keptFigures.isLarge,
    })
    const changes = createUserChangesService(base)
    const admission = createUserAdmissionService(base)
    const restoration = createUserRestorationService(base)
    const renewal = createLinkRenewalService(base)
    return {
      offers: {},
      routes: (app) => usersRoutes(app, { users: service, changes, admission, restoration }),
      jobs: 'none',
      events: 'none',
      hears: [
        needs.countedPeople.answeredBy((on) => rows(on).countByKind()),
        needs.usersMatching.answeredBy((filters) => rows(ground.db).listIds(filters, bulkMost + 1)),
      ],
      links: { 'admin.user.created': renewal.renewCreated, 'admin.user.restored': renewal.renewRestored },
      deletion: 'none',
      retention: 'none',
      health: 'none',
      running: 'none',
    }
  },
})
