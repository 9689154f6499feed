import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { plain } from '../../platform/like-pattern.ts'
import { lasts } from '../../platform/lasts.ts'
import type { Permission } from '../access/held-keys.repository.ts'
import { createMembers } from './members.repository.ts'
import { countRows } from '../../platform/row-counts.ts'

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

/** Shares of a group that give something now; `shares` and `keys` are joined. */
const running = (now: Date) => sql`shares.revoked_at is null and keys.deleted_at is null and ${lasts(now, 'shares')}`

function createGroupLocks(db: Db) {
  return {
    /** Held until the transaction ends: members and keys come and go one after the other. */
    lockOwn: (ownerId: string, id: string): Promise<GroupRow | undefined> =>
      db.selectFrom('groups').where('id', '=', id).where('owner_id', '=', ownerId).select(columns).forNoKeyUpdate().executeTakeFirst(),
    /**
     * Locks the keys that are shared with a group and with its service accounts. Everything that ends shares locks keys first and groups
     * last, so the deletion of a group, which ends its shares, needs these before its own lock.
     */
    async lockKeysOf(ownerId: string, id: string): Promise<void> {
      await sql`
        select from named_keys keys
        where id in (
          select shares.key_id from groups join shares on shares.group_id = groups.id
            or shares.service_account_id in (select accounts.id from named_service_accounts accounts where accounts.group_id = groups.id)
          where groups.id = ${id} and groups.owner_id = ${ownerId})
        order by id for no key update of keys`.execute(db)
    },
    /** One whose service accounts somebody manages, as it is once nobody else holds it: read behind the lock, by a statement of its own. */
    async lockManaged(userId: string, id: string): Promise<{ id: string; name: string } | undefined> {
      const managed = sql`
        from groups
        where groups.id = ${id} and (groups.owner_id = ${userId} or exists (
          select from group_members members where members.group_id = groups.id and members.user_id = ${userId} and members.manages_service_accounts))`
      const locked = sql`select 1 ${managed} for no key update of groups`
      const read = sql<{ id: string; name: string }>`select groups.id, groups.name ${managed}`
      const [, { rows }] = await Promise.all([locked.execute(db), read.execute(db)])
      return rows[0]
    },
    /** A group that somebody is in, as `lockManaged`. */
    async lockJoined(userId: string, id: string): Promise<GroupRow | undefined> {
      const group = db.selectFrom('groups').where('id', '=', id)
      const joined = group
        .where('owner_id', '<>', userId)
        .where('id', 'in', (groups) => groups.selectFrom('group_members').where('user_id', '=', userId).select('group_id'))
      const [, row] = await Promise.all([group.select('id').forNoKeyUpdate().execute(), joined.select(columns).executeTakeFirst()])
      return row
    },
  }
}

export function createGroupsRepository(db: Db) {
  const counted = (now: Date) => sql`
    select groups.id, groups.owner_id, groups.name, groups.created_at,
      (select count(*)::int from group_members where group_id = groups.id) as members,
      (select count(*)::int from shares join named_keys keys on keys.id = shares.key_id where shares.group_id = groups.id and ${running(now)}) as keys
    from groups`

  return {
    ...createMembers(db),
    ...createGroupLocks(db),
    async put(group: GroupRow): Promise<void> {
      await db.insertInto('groups').values(group).execute()
    },
    find: (id: string): Promise<GroupRow | undefined> => db.selectFrom('groups').where('id', '=', id).select(columns).executeTakeFirst(),
    /** Their owner is locked, so that of many at once each sees those before it. Undefined: the owner is no longer active. */
    async countOf(ownerId: string): Promise<number | undefined> {
      const [{ rows: owners }, count] = await Promise.all([
        sql`select from people users where id = ${ownerId} and is_active for no key update`.execute(db),
        countRows(db.selectFrom('groups').where('owner_id', '=', ownerId)),
      ])
      return owners.length === 0 ? undefined : count
    },
    async listOwn(ownerId: string, now: Date): Promise<CountedGroupRow[]> {
      const { rows } = await sql<CountedGroupRow>`${counted(now)} where owner_id = ${ownerId} order by ${plain('name')}, id`.execute(db)
      return rows
    },
    async findOwn(ownerId: string, id: string, now: Date): Promise<CountedGroupRow | undefined> {
      const { rows } = await sql<CountedGroupRow>`${counted(now)} where owner_id = ${ownerId} and id = ${id}`.execute(db)
      return rows[0]
    },
    async listJoined(userId: string, now: Date): Promise<(CountedGroupRow & { owner_name: string })[]> {
      const { rows } = await sql<CountedGroupRow & { owner_name: string }>`
        select joined.*, users.name as owner_name from (${counted(now)}) joined
        join people users on users.id = joined.owner_id and users.deleted_at is null
        where joined.owner_id <> ${userId} and joined.id in (select group_id from group_members where user_id = ${userId})
        order by ${plain('joined.name')}, joined.id`.execute(db)
      return rows
    },
    async rename(id: string, name: string): Promise<void> {
      await db.updateTable('groups').set({ name }).where('id', '=', id).execute()
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('groups').where('id', '=', id).execute()
    },
    async listKeys(id: string, now: Date): Promise<GroupKeyRow[]> {
      const { rows } = await sql<GroupKeyRow>`
        select keys.id, keys.name, shares.id as share_id, shares.permission, shares.created_at, shares.expires_at
        from shares join named_keys keys on keys.id = shares.key_id
        where shares.group_id = ${id} and ${running(now)}
        order by ${plain('keys.name')}, keys.id`.execute(db)
      return rows
    },
    countKeys: (id: string): Promise<number> =>
      countRows(db.selectFrom('shares').where('group_id', '=', id).where('revoked_at', 'is', null)),
  }
}

export type GroupsRepository = ReturnType<typeof createGroupsRepository>
