import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { AccessService } from '../../keys/access.service.ts'
import type { UsageService } from '../../keys/usage.service.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { LostAccessNotices } from '../access/lost-access-notices.service.ts'
import type { GroupsRepository, MemberRow } from './groups.repository.ts'
import type { InvitationsService } from '../invitations/invitations.service.ts'
import { createGroupActivity } from './group-activity.service.ts'
import { createOwnGroups } from './own-groups.service.ts'
import { createMembershipCreation } from './membership-creation.service.ts'
import { createMembershipRemoval } from './membership-removal.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'
import { limits } from '@twofold/contract/limits'
import type { Tx } from '../../platform/transaction.ts'

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
  const { findShareNotice, recordAdded } = groupActivity
  /** A person who proved the address after the removal is the member it names. */
  async function reachProven(tx: Tx, member: MemberRow): Promise<MemberRow> {
    if (member.user_id !== null) return member
    const account = await deps.invitations.findAccount(tx, member.email_normalized)
    return account?.is_proven === true ? { ...member, user_id: account.id } : member
  }

  return {
    ...createOwnGroups(deps, groupActivity),
    ...createMembershipCreation(deps, groupActivity),
    /** Takes back that somebody was removed. False: they are in the group again, or are its owner by now, or the group is gone. */
    async putBack(tx: Tx, owner: Identity, groupId: string, removed: MemberRow): Promise<boolean> {
      const groups = deps.groups(tx.db)
      const group = await groups.lockOwn(owner.id, groupId)
      if (group === undefined) return false
      const member = await reachProven(tx, removed)
      if (member.user_id === owner.id || (await groups.isMember(groupId, member))) return false
      if ((await groups.listMembers(groupId)).length >= limits.membersPerGroup)
        throw fail('groups.full', { parameters: { limit: limits.membersPerGroup } })
      if (!(await groups.putMemberBack({ ...member, group_id: groupId }))) return false
      await recordAdded(tx, owner, group.name, member.email)
      const notice = await findShareNotice(tx, groupId)
      if (member.user_id !== null && notice.keys.length > 0) await deps.invitations.notifyShared(tx, owner, member.user_id, notice)
      return true
    },
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
