import { sameAddress } from '@twofold/contract/email-address'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { addGroupMember } from '@twofold/contract/sharing/memberships'
import { limits } from '@twofold/contract/limits'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { GroupsServiceDeps } from './groups.service.ts'
import type { GroupActivity } from './group-activity.service.ts'

export function createMembershipCreation(deps: GroupsServiceDeps, { lockOwn, findShareNotice, recordAdded }: GroupActivity) {
  async function notifyEnd(tx: Tx, owner: Identity, user: string, groupId: string): Promise<void> {
    const keys = (await deps.groups(tx.db).listKeys(groupId, deps.clock.date())).map((key) => key.id)
    await deps.endings.notify(tx, { users: [user], keys, reason: 'revoked', by: { id: owner.id, name: owner.name } })
  }

  return {
    /** The answer is the same for an address with and without an account. */
    async addMember(owner: Identity, id: string, email: string): Promise<CallResponse<typeof addGroupMember>> {
      return deps.transaction(async (tx) => {
        const group = await lockOwn(tx, owner, id)
        if (sameAddress(email, owner.email)) return { ...say('share.own_keys'), type: 'warning', member_id: null }
        const groups = deps.groups(tx.db)
        const to = await deps.invitations.approach(tx, owner, email)
        const [, known, notice, members] = await Promise.all([
          groups.followMoved(id, { normalized: to.normalized, userId: to.recipientId }),
          groups.findMemberAt(id, to.normalized),
          findShareNotice(tx, id),
          groups.listMembers(id),
        ])
        if (known !== undefined) {
          // Signed up meanwhile, and admitted; or has the address of somebody who has moved and used no key of the group. The same as being added only now.
          if (to.recipientId !== null && known.user_id !== to.recipientId) {
            await groups.setMemberUser(known.id, to.recipientId)
            if (known.user_id !== null) await notifyEnd(tx, owner, known.user_id, id)
            if (notice.keys.length > 0) await deps.invitations.notify(tx, owner, to, notice)
          }
          return { ...say('group.member_known', { email }), type: 'info', member_id: known.id }
        }
        if (members.length >= limits.membersPerGroup) throw fail('groups.full', { parameters: { limit: limits.membersPerGroup } })
        const memberId = uuid()
        await groups.putMember({
          id: memberId,
          group_id: id,
          user_id: to.recipientId,
          email,
          email_normalized: to.normalized,
          added_at: deps.clock.date(),
        })
        await recordAdded(tx, owner, group.name, email)
        if (notice.keys.length > 0) await deps.invitations.notify(tx, owner, to, notice)
        return { ...say('group.member_added', { email, name: group.name }), type: 'success', member_id: memberId }
      })
    },
    /** As for a share (`grants.service.ts`). */
    async confirmMember(owner: Identity, id: string, memberId: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const group = await lockOwn(tx, owner, id)
        const groups = deps.groups(tx.db)
        const member = await groups.findMember(id, memberId)
        if (member === undefined) throw fail('groups.member_not_found')
        const account = await deps.invitations.findAccount(tx, member.email_normalized)
        if (member.user_id === null && account !== undefined && account.id !== owner.id) {
          await groups.setMemberUser(memberId, account.id)
          const notice = await findShareNotice(tx, id)
          if (notice.keys.length > 0) await deps.invitations.notifyShared(tx, owner, account.id, notice)
          const detail = { name: group.name, who: member.email }
          await deps.activity.record(tx, { userId: owner.id, kind: 'group_member_confirmed', detail })
        }
        return say('group.member_confirmed', { email: member.email })
      })
    },
  }
}
