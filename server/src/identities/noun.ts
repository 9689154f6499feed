import type { Accounts } from '../accounts/noun.ts'
import type { MailDelivery } from '../mail-delivery/noun.ts'
import type { Factors } from '../factors/noun.ts'
import type { Ground } from '../platform/ground/ground.ts'
import { defineNoun, type OffersOf } from '../platform/ground/define-noun.ts'
import type { Sessions } from '../sessions/noun.ts'
import { createAttemptsService } from './attempts.service.ts'
import { createConnectionsService } from './connections.service.ts'
import { createIdentitiesRepository } from './identities.repository.ts'
import { identitiesRoutes } from './identities.routes.ts'
import { createIdentitiesService } from './identities.service.ts'
import { createProviders, offeredOf, type ProviderAddresses } from './configured-providers.ts'

type Needs = Pick<Accounts, 'accounts' | 'activity' | 'addressProving' | 'verification'> &
  Pick<Sessions, 'guard' | 'opening'> &
  Pick<Factors, 'factors'> &
  Pick<MailDelivery, 'isMailAvailable'> & { providerAddresses: ProviderAddresses | undefined }

/** Sign-in with accounts elsewhere. */
export const identities = defineNoun({
  name: 'identities',
  owns: ['identities', 'linked_identities', 'oidc_attempts'],
  metrics: 'none',
  async build(ground: Ground, needs: Needs) {
    const providers = await createProviders(ground.config, ground.policy, ground.clock, needs.providerAddresses)
    const shared = { ...ground, ...needs, identities: createIdentitiesRepository, providers }
    const attempts = createAttemptsService(shared)
    const service = createIdentitiesService({ ...shared, attempts })
    const connections = createConnectionsService({ ...shared, attempts })
    return {
      offers: { signInProviders: offeredOf(providers) },
      routes: (app) => identitiesRoutes(app, { identities: service, connections }),
      jobs: 'none',
      events: 'none',
      hears: [needs.addressProving.heardBy((db, userId) => createIdentitiesRepository(db).removeUnproven(userId))],
      deletion: { goes: ['identities', 'oidc_attempts'] },
      retention: attempts.removable,
      health: 'none',
      running: 'none',
    }
  },
})

export type Identities = OffersOf<typeof identities>
