import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { GroupRow, MemberRow } from './groups.repository.ts'
import { wordKeys } from '../../keys/name-keys.ts'
import type { GroupsServiceDeps } from './groups.service.ts'
import type { GroupActivity } from './group-activity.service.ts'

/** Reason and actor of a membership's end; absent actor: none. */
interface MembershipEnd {
  reason: 'revoked' | 'unconfirmed'
  by?: { id: string; name: string }
}

export function createMembershipRemoval(deps: GroupsServiceDeps, { lockOwn }: GroupActivity) {
  /** The one place where a single membership ends. The group is locked. */
  async function takeOut(tx: Tx, group: GroupRow, memberId: string, { reason, by }: MembershipEnd): Promise<MemberRow | undefined> {
    const groups = deps.groups(tx.db)
    const member = await groups.findMember(group.id, memberId)
    if (member === undefined) return undefined
    const keys = await groups.listKeys(group.id, deps.clock.date())
    await groups.removeMember(memberId)
    const kind = reason === 'revoked' ? 'group_member_removed' : 'group_member_unconfirmed'
    await deps.activity.record(tx, { userId: group.owner_id, kind, detail: { name: group.name, who: member.email } })
    await deps.endings.notify(tx, {
      users: member.user_id === null ? [] : [member.user_id],
      keys: keys.map((key) => key.id),
      reason,
      ...(by === undefined ? {} : { by }),
    })
    return member
  }

  return {
    async removeMember(owner: Identity, id: string, memberId: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const group = await lockOwn(tx, owner, id)
        const why = { reason: 'revoked', by: { id: owner.id, name: owner.name } } as const
        const member = await takeOut(tx, group, memberId, why)
        if (member === undefined) throw fail('groups.member_not_found')
        return say('group.member_removed', { email: member.email, name: group.name })
      })
    },
    /** The same in the transaction of an authorized caller; undefined: the membership had already ended. */
    async endMembership(tx: Tx, ids: { group: string; member: string }, owner: string, why: MembershipEnd): Promise<MemberRow | undefined> {
      const group = await deps.groups(tx.db).lockOwn(owner, ids.group)
      return group && takeOut(tx, group, ids.member, why)
    },
    async leave(user: Identity, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const groups = deps.groups(tx.db)
        const group = await groups.lockJoined(user.id, id)
        if (group === undefined) throw fail('groups.not_found')
        const keys = await groups.listKeys(id, deps.clock.date())
        await groups.removeUser(id, user.id)
        const by = { id: user.id, name: user.name }
        await deps.activity.record(tx, { userId: user.id, kind: 'group_left', detail: { name: group.name } })
        await deps.activity.record(tx, { userId: group.owner_id, kind: 'group_left', actor: by, detail: { name: group.name } })
        if (keys.length > 0) {
          await tx.emit('key.share.revoked', {
            to: { user_id: group.owner_id },
            data: { 'key.name': wordKeys(keys.map(({ name }) => name)), 'share.by': user.name, 'share.reason': 'left' },
          })
        }
        return say('group.left', { name: group.name })
      })
    },
  }
}
