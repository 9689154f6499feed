import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { lasts } from '../platform/lasts.ts'
import type { Permission } from './grants.repository.ts'

export interface GroupRow {
  id: string
  owner_id: string
  name: string
  created_at: Date
}

export interface CountedGroupRow extends GroupRow {
  members: number
  keys: number
}

export interface MemberRow {
  id: string
  user_id: string | null
  email: string
  email_normalized: string
  added_at: Date
}

export interface ListedMemberRow extends MemberRow {
  manages_service_accounts: boolean
  name: string | null
}

export interface GroupKeyRow {
  id: string
  name: string
  share_id: string
  permission: Permission
  created_at: Date
  expires_at: Date | null
}

const columns = ['id', 'owner_id', 'name', 'created_at'] as const
const memberColumns = ['id', 'user_id', 'email', 'email_normalized', 'added_at'] as const

/** Shares of a group that give something now; `shares` and `keys` are joined. */
const running = (now: Date) => sql`shares.revoked_at is null and keys.deleted_at is null and ${lasts(now, 'shares')}`

export function createGroupsRepository(db: Db) {
  const counted = (now: Date) => sql`
    select groups.id, groups.owner_id, groups.name, groups.created_at,
      (select count(*)::int from group_members where group_id = groups.id) as members,
      (select count(*)::int from shares join keys on keys.id = shares.key_id where shares.group_id = groups.id and ${running(now)}) as keys
    from groups`

  return {
    async put(group: GroupRow): Promise<void> {
      await db.insertInto('groups').values(group).execute()
    },
    find: (id: string): Promise<GroupRow | undefined> => db.selectFrom('groups').where('id', '=', id).select(columns).executeTakeFirst(),
    /** Held until the transaction ends: members and keys come and go one after the other. */
    lockOwn: (ownerId: string, id: string): Promise<GroupRow | undefined> =>
      db.selectFrom('groups').where('id', '=', id).where('owner_id', '=', ownerId).select(columns).forNoKeyUpdate().executeTakeFirst(),
    /** The group that somebody is in. */
    lockJoined: (userId: string, id: string): Promise<GroupRow | undefined> =>
      db
        .selectFrom('groups')
        .where('id', '=', id)
        .where('owner_id', '<>', userId)
        .where('id', 'in', (group) => group.selectFrom('group_members').where('user_id', '=', userId).select('group_id'))
        .select(columns)
        .forNoKeyUpdate()
        .executeTakeFirst(),
    async countOf(ownerId: string): Promise<number> {
      const all = db.selectFrom('groups').where('owner_id', '=', ownerId)
      const [, { count }] = await Promise.all([
        sql`select 1 from users where id = ${ownerId} for no key update`.execute(db),
        all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
      ])
      return count
    },
    async listOwn(ownerId: string, now: Date): Promise<CountedGroupRow[]> {
      const { rows } = await sql<CountedGroupRow>`${counted(now)} where owner_id = ${ownerId} order by lower(name), id`.execute(db)
      return rows
    },
    async findOwn(ownerId: string, id: string, now: Date): Promise<CountedGroupRow | undefined> {
      const { rows } = await sql<CountedGroupRow>`${counted(now)} where owner_id = ${ownerId} and id = ${id}`.execute(db)
      return rows[0]
    },
    async listJoined(userId: string, now: Date): Promise<(CountedGroupRow & { owner_name: string })[]> {
      const { rows } = await sql<CountedGroupRow & { owner_name: string }>`
        select joined.*, users.name as owner_name from (${counted(now)}) joined
        join users on users.id = joined.owner_id and users.deleted_at is null
        where joined.owner_id <> ${userId} and joined.id in (select group_id from group_members where user_id = ${userId})
        order by lower(joined.name), joined.id`.execute(db)
      return rows
    },
    async rename(id: string, name: string): Promise<void> {
      await db.updateTable('groups').set({ name }).where('id', '=', id).execute()
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('groups').where('id', '=', id).execute()
    },
    listMembers: (id: string): Promise<MemberRow[]> =>
      db.selectFrom('group_members').where('group_id', '=', id).select(memberColumns).orderBy('added_at').orderBy('id').execute(),
    /** With the names of those who have been shown a code of one of the group's keys. */
    async listNamedMembers(id: string): Promise<ListedMemberRow[]> {
      const { rows } = await sql<ListedMemberRow>`
        select members.id, members.user_id, members.email, members.email_normalized, members.added_at, members.manages_service_accounts,
          case when exists (
            select 1 from shares join key_usage on key_usage.key_id = shares.key_id
            where shares.group_id = members.group_id and key_usage.user_id = members.user_id
          ) then users.name end as name
        from group_members members
        left join users on users.id = members.user_id
        where members.group_id = ${id}
        order by members.added_at, members.id`.execute(db)
      return rows
    },
    /** The same for certain members of any groups, and when each last copied a code of one of the group's keys. */
    async listMembersById(ids: readonly string[]): Promise<(ListedMemberRow & { last_copy: Date | null })[]> {
      const { rows } = await sql<ListedMemberRow & { last_copy: Date | null }>`
        select members.id, members.user_id, members.email, members.email_normalized, members.added_at, members.manages_service_accounts,
          case when exists (
            select 1 from shares join key_usage on key_usage.key_id = shares.key_id
            where shares.group_id = members.group_id and key_usage.user_id = members.user_id
          ) then users.name end as name,
          (select max(copied_at) from shares join key_copies on key_copies.key_id = shares.key_id
            where shares.group_id = members.group_id and key_copies.user_id = members.user_id) as last_copy
        from group_members members left join users on users.id = members.user_id
        where members.id = any(${ids}::uuid[])`.execute(db)
      return rows
    },
    findMember: (groupId: string, id: string): Promise<MemberRow | undefined> =>
      db.selectFrom('group_members').where('group_id', '=', groupId).where('id', '=', id).select(memberColumns).executeTakeFirst(),
    findMemberAt: (groupId: string, normalized: string): Promise<MemberRow | undefined> =>
      db
        .selectFrom('group_members')
        .where('group_id', '=', groupId)
        .where('email_normalized', '=', normalized)
        .select(memberColumns)
        .executeTakeFirst(),
    async putMember(member: MemberRow & { group_id: string }): Promise<void> {
      await db.insertInto('group_members').values(member).execute()
    },
    /** False: their account is deleted. */
    async putMemberBack({ id, group_id, user_id, email, email_normalized, added_at }: MemberRow & { group_id: string }): Promise<boolean> {
      const { numAffectedRows } = await sql`
        insert into group_members (id, group_id, user_id, email, email_normalized, added_at)
        select ${id}, ${group_id}, ${user_id}, ${email}, ${email_normalized}, ${added_at}
        where ${user_id}::uuid is null or exists (select from users where id = ${user_id} and deleted_at is null)`.execute(db)
      return numAffectedRows === 1n
    },
    async setMemberUser(id: string, userId: string): Promise<void> {
      await db.updateTable('group_members').set({ user_id: userId }).where('id', '=', id).execute()
    },
    async setManager(id: string, manages: boolean): Promise<void> {
      await db.updateTable('group_members').set({ manages_service_accounts: manages }).where('id', '=', id).execute()
    },
    async removeMember(id: string): Promise<void> {
      await db.deleteFrom('group_members').where('id', '=', id).execute()
    },
    async removeUser(groupId: string, userId: string): Promise<void> {
      await db.deleteFrom('group_members').where('group_id', '=', groupId).where('user_id', '=', userId).execute()
    },
    async listKeys(id: string, now: Date): Promise<GroupKeyRow[]> {
      const { rows } = await sql<GroupKeyRow>`
        select keys.id, keys.name, shares.id as share_id, shares.permission, shares.created_at, shares.expires_at
        from shares join keys on keys.id = shares.key_id
        where shares.group_id = ${id} and ${running(now)}
        order by keys.name, keys.id`.execute(db)
      return rows
    },
    async countKeys(id: string): Promise<number> {
      const { count } = await db
        .selectFrom('shares')
        .where('group_id', '=', id)
        .where('revoked_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
  }
}

export type GroupsRepository = ReturnType<typeof createGroupsRepository>
