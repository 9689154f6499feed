import type { Accounts } from '../accounts/noun.ts'
import type { Keys } from '../keys/noun.ts'
import type { MailDelivery } from '../mail-delivery/noun.ts'
import type { Sessions } from '../sessions/noun.ts'
import type { Ground } from '../platform/ground/ground.ts'
import { defineNoun, type OffersOf } from '../platform/ground/define-noun.ts'
import { offerMethods } from '../platform/offer-methods.ts'
import { createAccountEndingsRepository } from './grants/account-endings.repository.ts'
import { createGrantRequestsRepository } from './grants/grant-requests.repository.ts'
import { createGrantRequestsService } from './grants/grant-requests.service.ts'
import { createContactsRepository } from './grants/contacts.repository.ts'
import { createLostAccessNotices } from './access/lost-access-notices.service.ts'
import { createGrantsService } from './grants/grants.service.ts'
import { createGroupsRepository } from './memberships/groups.repository.ts'
import { createGroupsService } from './memberships/groups.service.ts'
import { createInvitationsRepository } from './invitations/invitations.repository.ts'
import { createInvitationsService } from './invitations/invitations.service.ts'
import { createOffersRepository } from './hand-over/offers.repository.ts'
import { createOffersService } from './hand-over/offers.service.ts'
import { createProgramRecipientsRepository } from './grants/program-recipients.repository.ts'
import { createGivingService } from './grants/giving.service.ts'
import { createGrantsRepository } from './grants/grants.repository.ts'
import { accessRoutes } from './access/access.routes.ts'
import { grantsRoutes } from './grants/grants.routes.ts'
import { groupsRoutes } from './memberships/groups.routes.ts'
import { handOverRoutes } from './hand-over/hand-over.routes.ts'
import { invitationsRoutes } from './invitations/invitations.routes.ts'
import { createVisibleKeysService } from './access/visible-keys.service.ts'
import { createHandOverService } from './hand-over/hand-over.service.ts'
import { createVisibleKeysRepository, idsOfShared } from './access/visible-keys.repository.ts'

type Needs = Pick<Accounts, 'accountChanges' | 'activity' | 'addressProven' | 'links'> &
  Pick<Keys, 'access' | 'ownership' | 'usage'> &
  Pick<Sessions, 'makeGatheredFinder'> &
  Pick<MailDelivery, 'isMailAvailable'>

/** Other people's access to keys, with its beginning and end. */
export const sharing = defineNoun({
  name: 'sharing',
  owns: [
    'access_history',
    'access_history_start',
    'given_shares',
    'granted_shares',
    'group_members',
    'groups',
    'key_offers',
    'key_receivers',
    'keys_had_by_groups',
    'listed_members',
    'live_shares',
    'membership_history',
    'memberships_ended_with_account',
    'named_groups',
    'once_shared_keys',
    'share_contacts',
    'share_history',
    'share_mails',
    'shares',
    'shares_ended_with_account',
    'whole_history',
  ],
  metrics: 'none',
  build(ground: Ground, needs: Needs) {
    const base = { ...ground, ...needs, address: ground.config.appUrl, grantRows: createGrantsRepository, groups: createGroupsRepository }
    const visibleKeys = createVisibleKeysService({ ...ground, visibleKeys: createVisibleKeysRepository(needs.makeGatheredFinder) })
    const invitations = createInvitationsService({ ...base, invitations: createInvitationsRepository })
    const endings = createLostAccessNotices(base)
    const shared = { ...base, programs: createProgramRecipientsRepository, invitations, endings }
    const giving = createGivingService({ ...shared, contacts: createContactsRepository })
    const grants = createGrantsService(shared)
    const groups = createGroupsService(shared)
    const transfers = createHandOverService({ ...shared, offers: createOffersRepository })
    const requests = createGrantRequestsService({ ...shared, requests: createGrantRequestsRepository })
    const offers = createOffersService({ ...shared, offers: createOffersRepository, transfers })
    return {
      offers: {
        grants,
        groups,
        groupLocks: offerMethods(createGroupsRepository, 'lockManaged'),
        invitations,
        offers,
        accountEndings: offerMethods(createAccountEndingsRepository, 'count', 'revive'),
        giving,
        idsOfShared,
        programShares: offerMethods(createProgramRecipientsRepository, 'accept', 'end', 'findShownName'),
        transfers,
      },
      routes(app) {
        accessRoutes(app, visibleKeys)
        invitationsRoutes(app, invitations)
        grantsRoutes(app, { giving, grants, requests })
        handOverRoutes(app, offers)
        groupsRoutes(app, groups)
      },
      jobs: [{ step: 'ends of shares', run: () => grants.endExpired() }],
      events: 'none',
      hears: [needs.addressProven.answeredBy(invitations.takeEffect)],
      links: { 'key.share.invited': invitations.renew },
      deletion: {
        goes: [
          'group_members',
          'groups',
          'key_offers',
          'membership_history',
          'memberships_ended_with_account',
          'share_contacts',
          'share_history',
          'shares',
          'shares_ended_with_account',
        ],
        forgets: ['shares'],
        endsAtOnce: (db, userId, now) => createAccountEndingsRepository(db).end(userId, now),
      },
      retention: () => [...invitations.removable(ground.db), ...offers.removable()],
      health: 'none',
      running: 'none',
    }
  },
})

export type Sharing = OffersOf<typeof sharing>
