import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { AccessService } from '../../keys/access.service.ts'
import type { UsageService } from '../../keys/usage.service.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { LostAccessNotices } from '../access/lost-access-notices.service.ts'
import type { GroupsRepository } from './groups.repository.ts'
import type { InvitationsService } from '../invitations/invitations.service.ts'
import { createGroupActivity } from './group-activity.service.ts'
import { createOwnGroups } from './own-groups.service.ts'
import { createMembershipCreation } from './membership-creation.service.ts'
import { createMembershipRestoration } from './membership-restoration.service.ts'
import { createMembershipRemoval } from './membership-removal.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

export interface GroupsServiceDeps extends ServiceDeps {
  groups: (db: Db) => GroupsRepository
  access: Pick<AccessService, 'requireActive'>
  invitations: Pick<InvitationsService, 'approach' | 'notify' | 'findAccount' | 'notifyShared'>
  usage: Pick<UsageService, 'flush'>
  endings: LostAccessNotices
  activity: Pick<ActivityService, 'record'>
}

/** Groups of people that their owner shares keys with: members have all keys of the group. */
export function createGroupsService(deps: GroupsServiceDeps) {
  const groupActivity = createGroupActivity(deps)
  const { lockOwn } = groupActivity
  return {
    ...createOwnGroups(deps, groupActivity),
    ...createMembershipCreation(deps, groupActivity),
    ...createMembershipRestoration(deps, groupActivity),
    ...createMembershipRemoval(deps, groupActivity),
    /** Sets whether a member manages the group's service accounts, as its owner does. */
    async setManager(owner: Identity, id: string, memberId: string, manages: boolean): Promise<Said> {
      return deps.transaction(async (tx) => {
        const group = await lockOwn(tx, owner, id)
        const groups = deps.groups(tx.db)
        const member = await groups.findMember(group.id, memberId)
        if (member === undefined) throw fail('groups.member_not_found')
        await groups.setManager(memberId, manages)
        const kind = manages ? 'group_manager_added' : 'group_manager_removed'
        await deps.activity.record(tx, { userId: owner.id, kind, detail: { name: group.name, who: member.email } })
        return say(manages ? 'group.manager_added' : 'group.manager_removed', { email: member.email, name: group.name })
      })
    },
  }
}

export type GroupsService = ReturnType<typeof createGroupsService>
