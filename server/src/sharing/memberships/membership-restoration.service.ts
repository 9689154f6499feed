import { limits } from '@twofold/contract/limits'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { MemberRow } from './groups.repository.ts'
import type { GroupsServiceDeps } from './groups.service.ts'
import type { GroupActivity } from './group-activity.service.ts'

/** Puts members back who were removed. */
export function createMembershipRestoration(
  deps: GroupsServiceDeps,
  { findShareNotice, recordAdded }: Pick<GroupActivity, 'findShareNotice' | 'recordAdded'>,
) {
  /** A person who proved the address after the removal is the member it names. */
  async function reachProven(tx: Tx, member: MemberRow): Promise<MemberRow> {
    if (member.user_id !== null) return member
    const account = await deps.invitations.findAccount(tx, member.email_normalized)
    return account?.is_proven === true ? { ...member, user_id: account.id } : member
  }

  return {
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
  }
}
