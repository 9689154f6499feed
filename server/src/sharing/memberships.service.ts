import { sameAddress } from '@twofold/contract/email-address'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { Group, GroupMember, addGroup, addGroupMember, getGroup, listGroups, renameGroup } from '@twofold/contract/groups'
import { limits } from '@twofold/contract/limits'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { UsageService } from '../keys/usage.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import type { EndingsService } from './grants-ending.service.ts'
import type { CountedGroupRow, GroupRow, GroupsRepository, ListedMemberRow, MemberRow } from './memberships.repository.ts'
import type { InvitationsService } from './invitations.service.ts'
import { wordKeys } from './name-keys.ts'
import { presentPermission } from './present-visible.ts'

export interface GroupsServiceDeps {
  db: Db
  transaction: Transaction
  groups: (db: Db) => GroupsRepository
  invitations: Pick<InvitationsService, 'approach' | 'tell' | 'findAccount' | 'tellShared'>
  usage: Pick<UsageService, 'flush'>
  endings: EndingsService
  activity: Pick<ActivityService, 'record'>
  clock: Clock
}

/** Why somebody is taken out of a group, and by whom; absent: by nobody. */
interface MembershipEnd {
  reason: 'revoked' | 'unconfirmed'
  by?: { id: string; name: string }
}

/** Groups of people that their owner shares keys with: who is in one has all of its keys, who is not has none of them. */
export function createGroupsService(deps: GroupsServiceDeps) {
  const now = () => new Date(deps.clock.now())

  async function lockOwn(tx: Tx, owner: Identity, id: string): Promise<GroupRow> {
    const group = await deps.groups(tx.db).lockOwn(owner.id, id)
    if (group === undefined) throw fail('groups.not_found')
    return group
  }

  async function present(db: Db, owner: Identity, id: string): Promise<Group> {
    const group = await deps.groups(db).findOwn(owner.id, id, now())
    if (group === undefined) throw fail('groups.not_found')
    return presentGroup(group)
  }

  /** What the group gives, as it is told of. */
  async function toldOf(tx: Tx, id: string) {
    const keys = await deps.groups(tx.db).listKeys(id, now())
    const permission = keys.some((key) => key.permission === 'admin') ? ('admin' as const) : ('view' as const)
    return { keys: keys.map(({ name }) => name), permission, expiresAt: null }
  }

  async function recordAdded(tx: Tx, owner: Identity, name: string, who: string) {
    await deps.activity.record(tx, { userId: owner.id, kind: 'group_member_added', detail: { name, who } })
  }

  /** The one place where a single membership ends. The group is locked. */
  async function takeOut(tx: Tx, group: GroupRow, memberId: string, { reason, by }: MembershipEnd): Promise<MemberRow | undefined> {
    const groups = deps.groups(tx.db)
    const member = await groups.findMember(group.id, memberId)
    if (member === undefined) return undefined
    const keys = await groups.listKeys(group.id, now())
    await groups.removeMember(memberId)
    const kind = reason === 'revoked' ? 'group_member_removed' : 'group_member_unconfirmed'
    await deps.activity.record(tx, { userId: group.owner_id, kind, detail: { name: group.name, who: member.email } })
    await deps.endings.tell(tx, {
      users: member.user_id === null ? [] : [member.user_id],
      keys: keys.map((key) => key.id),
      reason,
      ...(by === undefined ? {} : { by }),
    })
    return member
  }

  return {
    async list(user: Identity): Promise<CallResponse<typeof listGroups>> {
      const groups = deps.groups(deps.db)
      const [own, joined] = await Promise.all([groups.listOwn(user.id, now()), groups.listJoined(user.id, now())])
      return {
        own_groups: own.map(presentGroup),
        joined_groups: joined.map(({ id, name, keys, owner_name: owner }) => ({ id, name, keys, owner: { name: owner } })),
      }
    },

    async add(owner: Identity, name: string): Promise<CallResponse<typeof addGroup>> {
      const id = uuid()
      return deps.transaction(async (tx) => {
        const groups = deps.groups(tx.db)
        if ((await groups.countOf(owner.id)) >= limits.groupsPerOwner)
          throw fail('groups.limit_reached', { parameters: { limit: limits.groupsPerOwner } })
        await deps.activity.record(tx, { userId: owner.id, kind: 'group_added', detail: { name } })
        const [, group] = await Promise.all([groups.put({ id, owner_id: owner.id, name, created_at: now() }), present(tx.db, owner, id)])
        return { group, ...say('group.added', { name }) }
      })
    },

    async get(owner: Identity, id: string): Promise<CallResponse<typeof getGroup>> {
      const group = await present(deps.db, owner, id)
      await deps.usage.flush()
      const groups = deps.groups(deps.db)
      const [members, keys] = await Promise.all([groups.listNamedMembers(id), groups.listKeys(id, now())])
      return {
        group,
        members: members.map(presentMember),
        keys: keys.map((key) => ({
          id: key.id,
          name: key.name,
          share_id: key.share_id,
          permission: presentPermission(key.permission),
          created_at: key.created_at.toISOString(),
          expires_at: key.expires_at?.toISOString() ?? null,
        })),
      }
    },

    async rename(owner: Identity, id: string, name: string): Promise<CallResponse<typeof renameGroup>> {
      return deps.transaction(async (tx) => {
        await lockOwn(tx, owner, id)
        await deps.groups(tx.db).rename(id, name)
        return { group: await present(tx.db, owner, id), ...say('group.renamed') }
      })
    },

    async remove(owner: Identity, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const group = await lockOwn(tx, owner, id)
        const groups = deps.groups(tx.db)
        const members = await groups.listMembers(id)
        const keys = await groups.listKeys(id, now())
        await groups.remove(id)
        await deps.activity.record(tx, { userId: owner.id, kind: 'group_deleted', detail: { name: group.name } })
        await deps.endings.tell(tx, {
          users: members.flatMap(({ user_id: user }) => (user === null ? [] : [user])),
          keys: keys.map((key) => key.id),
          reason: 'revoked',
          by: { id: owner.id, name: owner.name },
        })
        return say('group.deleted', { name: group.name })
      })
    },

    /** The answer is the same for an address with and without an account. */
    async addMember(owner: Identity, id: string, email: string): Promise<CallResponse<typeof addGroupMember>> {
      return deps.transaction(async (tx) => {
        const group = await lockOwn(tx, owner, id)
        if (sameAddress(email, owner.email)) return { ...say('share.own_keys'), type: 'warning', member_id: null }
        const groups = deps.groups(tx.db)
        const to = await deps.invitations.approach(tx, owner, email)
        const known = await groups.findMemberAt(id, to.normalized)
        const told = await toldOf(tx, id)
        if (known !== undefined) {
          // Signed up meanwhile, and admitted: the same as being added only now.
          if (known.user_id === null && to.recipientId !== null) {
            await groups.setMemberUser(known.id, to.recipientId)
            if (told.keys.length > 0) await deps.invitations.tell(tx, owner, to, told)
          }
          return { ...say('group.member_known', { email }), type: 'info', member_id: known.id }
        }
        if ((await groups.listMembers(id)).length >= limits.membersPerGroup)
          throw fail('groups.full', { parameters: { limit: limits.membersPerGroup } })
        const memberId = uuid()
        await groups.putMember({
          id: memberId,
          group_id: id,
          user_id: to.recipientId,
          email,
          email_normalized: to.normalized,
          added_at: now(),
        })
        await recordAdded(tx, owner, group.name, email)
        if (told.keys.length > 0) await deps.invitations.tell(tx, owner, to, told)
        return { ...say('group.member_added', { email, name: group.name }), type: 'success', member_id: memberId }
      })
    },

    async removeMember(owner: Identity, id: string, memberId: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const group = await lockOwn(tx, owner, id)
        const why = { reason: 'revoked', by: { id: owner.id, name: owner.name } } as const
        const member = await takeOut(tx, group, memberId, why)
        if (member === undefined) throw fail('groups.member_not_found')
        return say('group.member_removed', { email: member.email, name: group.name })
      })
    },

    /** The same in the transaction of whoever may decide it; undefined: they had left before. */
    async endMembership(tx: Tx, ids: { group: string; member: string }, owner: string, why: MembershipEnd): Promise<MemberRow | undefined> {
      const group = await deps.groups(tx.db).lockOwn(owner, ids.group)
      return group && takeOut(tx, group, ids.member, why)
    },

    /** Whether a member manages the group's service accounts, as its owner does. */
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

    /** Takes back that somebody was removed. False: they are in the group again, or the group is gone. */
    async putBack(tx: Tx, owner: Identity, groupId: string, member: MemberRow): Promise<boolean> {
      const groups = deps.groups(tx.db)
      const group = await groups.lockOwn(owner.id, groupId)
      if (group === undefined || (await groups.findMemberAt(groupId, member.email_normalized)) !== undefined) return false
      if ((await groups.listMembers(groupId)).length >= limits.membersPerGroup)
        throw fail('groups.full', { parameters: { limit: limits.membersPerGroup } })
      if (!(await groups.putMemberBack({ ...member, group_id: groupId }))) return false
      await recordAdded(tx, owner, group.name, member.email)
      const told = await toldOf(tx, groupId)
      if (member.user_id !== null && told.keys.length > 0) await deps.invitations.tellShared(tx, owner, member.user_id, told)
      return true
    },

    /** Memberships as the owners of their groups see them. Whoever asks may. */
    async describeMembers(ids: readonly string[]): Promise<(GroupMember & { last_used_at: string | null })[]> {
      if (ids.length === 0) return []
      await deps.usage.flush()
      return (await deps.groups(deps.db).listMembersById(ids)).map((member) => ({
        ...presentMember(member),
        last_used_at: member.last_copy?.toISOString() ?? null,
      }))
    },

    /** As for a share: see `grants.service.ts`. */
    async confirmMember(owner: Identity, id: string, memberId: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const group = await lockOwn(tx, owner, id)
        const groups = deps.groups(tx.db)
        const member = await groups.findMember(id, memberId)
        if (member === undefined) throw fail('groups.member_not_found')
        const account = await deps.invitations.findAccount(tx, member.email_normalized)
        if (member.user_id === null && account !== undefined && account.id !== owner.id) {
          await groups.setMemberUser(memberId, account.id)
          const told = await toldOf(tx, id)
          if (told.keys.length > 0) await deps.invitations.tellShared(tx, owner, account.id, told)
          const detail = { name: group.name, who: member.email }
          await deps.activity.record(tx, { userId: owner.id, kind: 'group_member_confirmed', detail })
        }
        return say('group.member_confirmed', { email: member.email })
      })
    },

    async leave(user: Identity, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const groups = deps.groups(tx.db)
        const group = await groups.lockJoined(user.id, id)
        if (group === undefined) throw fail('groups.not_found')
        const keys = await groups.listKeys(id, now())
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

export type GroupsService = ReturnType<typeof createGroupsService>

function presentGroup({ id, name, members, keys, created_at: createdAt }: CountedGroupRow): Group {
  return { id, name, members, keys, created_at: createdAt.toISOString() }
}

function presentMember({ id, email, name, manages_service_accounts, added_at: addedAt }: ListedMemberRow): GroupMember {
  return { id, email, name, manages_service_accounts, added_at: addedAt.toISOString() }
}
