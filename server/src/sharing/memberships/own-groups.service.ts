import type { CallResponse } from '@twofold/contract/endpoint'
import type { Group, GroupMember, addGroup, getGroup, listGroups, renameGroup } from '@twofold/contract/sharing/memberships'
import { limits } from '@twofold/contract/limits'
import { say } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { CountedGroupRow, ListedMemberRow } from './groups.repository.ts'
import { presentPermission } from '../access/present-visible-keys.ts'
import type { GroupsServiceDeps } from './groups.service.ts'
import type { GroupActivity } from './group-activity.service.ts'
import { createGroupDeletion } from './group-deletion.service.ts'

/** Groups as their owner makes, sees and ends them. */
export function createOwnGroups(deps: GroupsServiceDeps, activity: GroupActivity) {
  const { lockOwn } = activity

  async function present(db: Db, owner: Identity, id: string): Promise<Group> {
    const group = await deps.groups(db).findOwn(owner.id, id, deps.clock.date())
    if (group === undefined) throw fail('groups.not_found')
    return presentGroup(group)
  }

  return {
    ...createGroupDeletion(deps, activity),
    async list(user: Identity): Promise<CallResponse<typeof listGroups>> {
      const groups = deps.groups(deps.db)
      const [own, joined] = await Promise.all([groups.listOwn(user.id, deps.clock.date()), groups.listJoined(user.id, deps.clock.date())])
      return {
        own_groups: own.map(presentGroup),
        joined_groups: joined.map(({ id, name, keys, owner_name: owner }) => ({ id, name, keys, owner: { name: owner } })),
      }
    },
    async add(owner: Identity, name: string): Promise<CallResponse<typeof addGroup>> {
      const id = uuid()
      return deps.transaction(async (tx) => {
        const groups = deps.groups(tx.db)
        const count = await groups.countOf(owner.id)
        if (count === undefined) throw fail('auth.unauthenticated')
        if (count >= limits.groupsPerOwner) throw fail('groups.limit_reached', { parameters: { limit: limits.groupsPerOwner } })
        await deps.activity.record(tx, { userId: owner.id, kind: 'group_added', detail: { name } })
        const [, group] = await Promise.all([
          groups.put({ id, owner_id: owner.id, name, created_at: deps.clock.date() }),
          present(tx.db, owner, id),
        ])
        return { group, ...say('group.added', { name }) }
      })
    },
    async get(owner: Identity, id: string): Promise<CallResponse<typeof getGroup>> {
      const group = await present(deps.db, owner, id)
      await deps.usage.flush()
      const groups = deps.groups(deps.db)
      const [members, keys] = await Promise.all([groups.listNamedMembers(id), groups.listKeys(id, deps.clock.date())])
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
    /** Memberships as the groups' owners see them. The caller has checked permissions. */
    async describeMembers(ids: readonly string[]): Promise<(GroupMember & { last_used_at: string | null })[]> {
      if (ids.length === 0) return []
      await deps.usage.flush()
      return (await deps.groups(deps.db).listMembersById(ids)).map((member) => ({
        ...presentMember(member),
        last_used_at: member.last_copy?.toISOString() ?? null,
      }))
    },
  }
}

function presentGroup({ id, name, members, keys, created_at: createdAt }: CountedGroupRow): Group {
  return { id, name, members, keys, created_at: createdAt.toISOString() }
}

function presentMember({ id, email, name, manages_service_accounts, added_at: addedAt }: ListedMemberRow): GroupMember {
  return { id, email, name, manages_service_accounts, added_at: addedAt.toISOString() }
}
