import { sql } from 'kysely'

/** A person whose account is removed. */
export interface FormerRecipient {
  id: string
  addresses: readonly string[]
  /** Time from which somebody else could own the address: later e-mail is theirs. Null: nobody did. */
  until: Date | null
}

/** E-mail to an address belongs to the person as long as nobody else had the address. `time`: a column. */
export const isAbout = ({ id, addresses, until }: FormerRecipient, time: 'created_at' | 'decided_at') =>
  sql<boolean>`(user_id = ${id} or (user_id is null and recipient_email = any(${addresses})
    and (${until}::timestamptz is null or ${sql.ref(time)} <= ${until})))`
