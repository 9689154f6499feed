import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { isKnownByGroup } from '../access/shown-address.repository.ts'
import type { MemberRow, ListedMemberRow } from './groups.repository.ts'
import { createReturningMembers } from './returning-members.repository.ts'
import { isNotTheirs } from '../../platform/email-address-sql.ts'

const memberColumns = ['id', 'user_id', 'email', 'email_normalized', 'added_at'] as const

/** The member's present address where the owner may know it, otherwise the address that was typed. */
const shownEmail = sql`case when ${isKnownByGroup} and ${isNotTheirs('members.email')} then users.email else members.email end`

export function createMembers(db: Db) {
  return {
    ...createReturningMembers(db),
    listMembers: (id: string): Promise<MemberRow[]> =>
      db.selectFrom('group_members').where('group_id', '=', id).select(memberColumns).orderBy('added_at').orderBy('id').execute(),
    /** Includes the names of those who have been shown a code of one of the group's keys. */
    async listNamedMembers(id: string): Promise<ListedMemberRow[]> {
      const { rows } = await sql<ListedMemberRow>`
        select members.id, members.user_id, ${shownEmail} as email, members.email_normalized, members.added_at, members.manages_service_accounts,
          case when ${isKnownByGroup} then users.name end as name
        from group_members members
        left join people users on users.id = members.user_id
        where members.group_id = ${id}
        order by members.added_at, members.id`.execute(db)
      return rows
    },
    /** The same for certain members of any groups, with the time of each one's last copy of a code of the group's keys. */
    async listMembersById(ids: readonly string[]): Promise<(ListedMemberRow & { last_copy: Date | null })[]> {
      const { rows } = await sql<ListedMemberRow & { last_copy: Date | null }>`
        select members.id, members.user_id, ${shownEmail} as email, members.email_normalized, members.added_at, members.manages_service_accounts,
          case when ${isKnownByGroup} then users.name end as name,
          (select max(copied_at) from shares join copied_codes copies on copies.key_id = shares.key_id
            where shares.group_id = members.group_id and copies.user_id = members.user_id) as last_copy
        from group_members members left join people users on users.id = members.user_id
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
    /** Like `followMoved` of shares: updates members who have moved to an address that the owner knows. */
    async followMoved(groupId: string, { normalized, userId }: { normalized: string; userId: string | null }): Promise<void> {
      await sql`
        update group_members members set email = users.email, email_normalized = users.email_normalized from people users
        where members.group_id = ${groupId} and (members.email_normalized = ${normalized} or members.user_id = ${userId})
          and users.id = members.user_id and users.email_normalized <> members.email_normalized and ${isKnownByGroup}
          and not exists (
            select from group_members others
            where others.group_id = members.group_id and (
              others.email_normalized = users.email_normalized or others.user_id = members.user_id and others.id > members.id))`.execute(db)
    },
    async putMember(member: MemberRow & { group_id: string }): Promise<void> {
      await db.insertInto('group_members').values(member).execute()
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
  }
}
