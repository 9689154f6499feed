import type { Accounts } from '../accounts/noun.ts'
import type { Keys } from '../keys/noun.ts'
import type { Sessions } from '../sessions/noun.ts'
import type { Ground } from '../platform/ground/ground.ts'
import { defineNoun } from '../platform/ground/define-noun.ts'
import type { OffersOf } from '../platform/ground/define-noun.ts'
import { createAccountEndingsRepository } from './account-endings.repository.ts'
import { createShareRequestsRepository } from './share-requests.repository.ts'
import { createShareRequestsService } from './share-requests.service.ts'
import { createContactsRepository } from './contacts.repository.ts'
import { createEndGrantNotices } from './end-grant-notices.service.ts'
import { createGrantsService } from './grants.service.ts'
import { createGroupsRepository } from './groups.repository.ts'
import { createGroupsService } from './groups.service.ts'
import { createInvitationsRepository } from './invitations.repository.ts'
import { createInvitationsService } from './invitations.service.ts'
import { createOffersRepository } from './hand-over-offers.repository.ts'
import { createOffersService } from './hand-over-offers.service.ts'
import { createProgramRecipientsRepository } from './program-recipients.repository.ts'
import { createSharesService } from './shares.service.ts'
import { createGrantsRepository } from './grants.repository.ts'
import { sharingRoutes } from './sharing.routes.ts'
import { createVisibleKeysService } from './visible-keys.service.ts'
import { createHandOverService } from './hand-over.service.ts'
import { createVisibleKeysRepository, idsOfShared } from './visible-keys.repository.ts'

type Needs = Pick<Accounts, 'accessEnding' | 'accountChanges' | 'activity' | 'addressProven' | 'links'> &
  Pick<Keys, 'access' | 'ownership' | 'usage'> &
  Pick<Sessions, 'makeSessionFinder'>

/** Who other than its owner has a key, since when and until when. */
export const sharing = defineNoun({
  name: 'sharing',
  owns: [
    'access_history',
    'access_history_start',
    'granted_shares',
    'group_members',
    'groups',
    'key_offers',
    'key_receivers',
    'live_shares',
    'membership_history',
    'memberships_ended_with_account',
    'once_shared_keys',
    'share_contacts',
    'share_history',
    'share_mails',
    'shares',
    'shares_ended_with_account',
  ],
  build(ground: Ground, needs: Needs) {
    const sharingRows = createGrantsRepository
    const base = { ...ground, ...needs, address: ground.config.appUrl, sharing: sharingRows, groups: createGroupsRepository }
    const service = createVisibleKeysService({ ...ground, visibleKeys: createVisibleKeysRepository(needs.makeSessionFinder) })
    const invitations = createInvitationsService({ ...base, invitations: createInvitationsRepository })
    const endings = createEndGrantNotices(base)
    const shared = { ...base, programs: createProgramRecipientsRepository, invitations, endings }
    const shares = createSharesService({ ...shared, contacts: createContactsRepository })
    const grants = createGrantsService(shared)
    const groups = createGroupsService(shared)
    const transfers = createHandOverService({ ...shared, offers: createOffersRepository })
    const asks = createShareRequestsService({ ...shared, asking: createShareRequestsRepository })
    const offers = createOffersService({ ...shared, offers: createOffersRepository, transfers })
    return {
      offers: {
        grants,
        groups,
        invitations,
        offers,
        accountEndings: createAccountEndingsRepository,
        idsOfShared,
        programShares: createProgramRecipientsRepository,
        shares,
        transfers,
      },
      routes: (app) => sharingRoutes(app, { sharing: service, shares, grants, offers, asks, groups, invitations }),
      jobs: 'none',
      events: 'none',
      hears: [
        needs.accessEnding.answeredBy((db, userId, now) => createAccountEndingsRepository(db).end(userId, now)),
        needs.addressProven.heardBy(invitations.takeEffect),
      ],
      links: { 'key.share.invited': invitations.renew },
      retention: () => [...invitations.removable(ground.db), ...offers.removable()],
      running: 'none',
    }
  },
})

export type Sharing = OffersOf<typeof sharing>
