import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { countChanged, findsRow } from '../../platform/row-counts.ts'
import type { MemberRow } from './groups.repository.ts'

/** Members who are put back into a group. */
export function createReturningMembers(db: Db) {
  return {
    /** Whether the address or the person is in the group. */
    isMember: (groupId: string, { email_normalized: normalized, user_id: userId }: MemberRow): Promise<boolean> =>
      findsRow(
        db
          .selectFrom('group_members')
          .where('group_id', '=', groupId)
          .where((member) => member.or([member('email_normalized', '=', normalized), member('user_id', '=', userId)]))
          .select('id'),
      ),
    /** False: their account is deleted. */
    async putMemberBack({ id, group_id, user_id, email, email_normalized, added_at }: MemberRow & { group_id: string }): Promise<boolean> {
      // As a new member does: the account ends before this or after it, and then leaves the group as well.
      const lockAddress = sql`
        select pg_advisory_xact_lock(hashtextextended('share:' || users.email_normalized, 0)) from people users where users.id = ${user_id}`
      const put = sql`
        insert into group_members (id, group_id, user_id, email, email_normalized, added_at)
        select ${id}, ${group_id}, ${user_id}, ${email}, ${email_normalized}, ${added_at}
        where ${user_id}::uuid is null or exists (select from people users where id = ${user_id} and deleted_at is null)`
      const [, count] = await Promise.all([lockAddress.execute(db), countChanged(() => put.execute(db))])
      return count > 0
    },
  }
}
