import { sql } from 'kysely'

/** Whose account is removed. */
export interface FormerRecipient {
  id: string
  addresses: readonly string[]
  /** When somebody else could get the address: what was mailed to it later is theirs. Null: nobody did. */
  until: Date | null
}

/** Mail to an address is the person's own as well, as long as nobody else had it. `time`: a column. */
export const isAbout = ({ id, addresses, until }: FormerRecipient, time: 'created_at' | 'decided_at') =>
  sql<boolean>`(user_id = ${id} or (user_id is null and recipient_email = any(${addresses})
    and (${until}::timestamptz is null or ${sql.ref(time)} <= ${until})))`
