import type { Database, Db } from './database.ts'
import type { FormerRecipient } from './former-recipient.ts'

/** A noun's part in the deletion of a person's account. */
export interface Deletion {
  /** Tables whose rows about the person go with the person's own row, 30 days later. The database sees to it. */
  goes?: readonly (keyof Database)[]
  /** Tables whose rows stay without naming the person. A table can be in both lists, for who made a row and who it is about. */
  forgets?: readonly (keyof Database)[]
  /** Ends what the person gave and got, in the transaction of the deletion. Answers who lost which of the person's keys. */
  endsAtOnce?: (db: Db, userId: string, now: Date) => Promise<{ recipient_id: string; key_name: string }[]>
  /** Removes what the database does not see to, before the person's own row goes; in the same transaction. */
  removes?: (db: Db, person: FormerRecipient) => Promise<void>
}
