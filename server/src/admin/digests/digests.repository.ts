import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { DigestKind, Period } from './periods.ts'

/** Sorts before every person's id. */
const beforeEverybody = '00000000-0000-0000-0000-000000000000'

export interface PersonalFigures {
  id: string
  codes: number
  keys: number
  shares: number
  logins: number
}

export interface SecurityFigures {
  failed_logins: number
  locked: number
  new_devices: number
  shares: number
}

/** As in the daily figures; the index of these kinds is used only if all of them are named. */
const isSignIn = sql`kind in ('signed_in', 'signed_in_from_new_device', 'signed_in_after_failures')`

export function createDigestsRepository(db: Db) {
  return {
    /** Takes the digest for this transaction. Answers the last person who has got it already; undefined: everybody has. */
    async claim(kind: DigestKind, begins: string): Promise<string | undefined> {
      await sql`insert into digests (kind, begins, after) values (${kind}, ${begins}::date, ${beforeEverybody}) on conflict do nothing`.execute(
        db,
      )
      const { rows } = await sql<{ after: string }>`
        select after from digests where kind = ${kind} and begins = ${begins}::date and not is_done for update`.execute(db)
      return rows[0]?.after
    },
    async advance(kind: DigestKind, begins: string, { after, isDone }: { after: string; isDone: boolean }): Promise<void> {
      await sql`update digests set after = ${after}, is_done = ${isDone} where kind = ${kind} and begins = ${begins}::date`.execute(db)
    },
    /** Subscribers of the digest, with the events in their vaults. */
    async listPersonal(kind: DigestKind, { from, until }: Period, after: string, limit: number): Promise<PersonalFigures[]> {
      const within = (time: string) => sql`${sql.ref(time)} >= ${from} and ${sql.ref(time)} < ${until}`
      const { rows } = await sql<PersonalFigures>`
        select people.id,
          (select count(*) from copied_codes where user_id = people.id and ${within('copied_at')}) as codes,
          (select count(distinct key_id) from key_access where user_id = people.id) as keys,
          (select count(distinct key_id) from given_shares shares join named_keys keys on keys.id = shares.key_id
            where keys.owner_id = people.id and ${within('shares.created_at')}) as shares,
          (select count(*) from account_activity where user_id = people.id and ${isSignIn} and ${within('happened_at')}) as logins
        from mail_preferences preferences join people on people.id = preferences.user_id
        where preferences.event_name = ${kind} and is_wanted and people.id > ${after}
          and people.is_active and people.deleted_at is null and people.created_at < ${until}
        order by people.id limit ${limit}`.execute(db)
      return rows
    },
    async countSecurity({ from, until }: Period): Promise<SecurityFigures> {
      const within = (time: string) => sql`${sql.ref(time)} >= ${from} and ${sql.ref(time)} < ${until}`
      const { rows } = await sql<SecurityFigures>`
        select (select count(*) from failed_sign_ins where ${within('happened_at')}) as failed_logins,
          (select count(*) from given_shares where ${within('created_at')}) as shares,
          count(*) filter (where kind = 'account_locked') as locked,
          count(*) filter (where kind = 'signed_in_from_new_device') as new_devices
        from account_activity where ${within('happened_at')}`.execute(db)
      return rows[0] ?? { failed_logins: 0, locked: 0, new_devices: 0, shares: 0 }
    },
  }
}

export type DigestsRepository = ReturnType<typeof createDigestsRepository>
