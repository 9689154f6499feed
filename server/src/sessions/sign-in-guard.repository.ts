import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { insertAudited } from '../platform/audit.repository.ts'
import type { Db } from '../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../platform/retention.ts'

/** Attempts are counted per typed address, hashed, and network. */
export interface Place {
  emailHash: Buffer
  network: string
}

const at = ({ emailHash, network }: Place) => sql<boolean>`email_hash = ${emailHash} and network = ${network}`

/** Hash of an account's address, under which attempts are counted. */
const addressHash = sql<Buffer>`address_hash(users.email_normalized)`

const auditFailure = (emailHash: Buffer, address: string, now: Date) =>
  insertAudited({
    id: sql`${uuid()}::uuid`,
    happened_at: sql`${now}::timestamptz`,
    action: sql`'person.sign_in_failed'`,
    target_kind: sql`'address'`,
    target_id: sql`${`sha256:${emailHash.toString('hex')}`}`,
    ip: sql`${address}::inet`,
  })

export function createSignInGuardRepository(db: Db) {
  return {
    /**
     * Counts an attempt as failed before it is checked, so that of many concurrent attempts no more than `most` are checked. An expired lock restarts
     * the count at 1; the first attempt beyond `most` locks, in case the one before was interrupted.
     */
    async reserve(place: Place, most: number, now: Date, lockUntil: Date): Promise<{ failures: number; locked_until: Date | null }> {
      const { rows } = await sql<{ failures: number; locked_until: Date | null }>`
        insert into sign_in_locks as lock (email_hash, network, failures, updated_at) values (${place.emailHash}, ${place.network}, 1, ${now})
        on conflict (email_hash, network) do update set
          failures = case when lock.locked_until <= ${now} then 1 else least(lock.failures + 1, ${most + 1}::int) end,
          locked_until = case
            when lock.locked_until <= ${now} then null
            when lock.failures >= ${most}::int then coalesce(lock.locked_until, ${lockUntil})
            else lock.locked_until
          end,
          updated_at = ${now}
        returning failures, locked_until`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('A counted try cannot be read back.')
      return row
    },
    /** The try was not looked at. */
    async release(place: Place): Promise<void> {
      await sql`update sign_in_locks set failures = greatest(failures - 1, 0) where ${at(place)} and locked_until is null`.execute(db)
    },
    async clear(place: Place): Promise<void> {
      await sql`delete from sign_in_locks where ${at(place)}`.execute(db)
    },
    /** Everywhere at once. */
    async clearOf(userId: string): Promise<void> {
      await sql`delete from sign_in_locks using people users where users.id = ${userId} and email_hash = ${addressHash}`.execute(db)
    },
    async lock(place: Place, until: Date): Promise<void> {
      await sql`update sign_in_locks set locked_until = ${until} where ${at(place)}`.execute(db)
    },
    async findLock(place: Place): Promise<Date | null> {
      const { rows } = await sql<{ locked_until: Date | null }>`select locked_until from sign_in_locks where ${at(place)}`.execute(db)
      return rows[0]?.locked_until ?? null
    },
    /** The audit log has it by the hash of what was typed, which may have been a password in the wrong field. */
    async putFailure(emailHash: Buffer, address: string, now: Date): Promise<void> {
      const failure = db.insertInto('sign_in_failures').values({ id: uuid(), email_hash: emailHash, happened_at: now })
      await sql`with failure as (${failure}) ${auditFailure(emailHash, address, now)}`.execute(db)
    },
    /** The account behind a hashed address. Reads every row: asked only when somebody is locked out. */
    async findAccountId(emailHash: Buffer): Promise<string | undefined> {
      const row = await db
        .selectFrom('people as users')
        .where('is_active', '=', true)
        .where('deleted_at', 'is', null)
        .where(addressHash, '=', emailHash)
        .select('id')
        .executeTakeFirst()
      return row?.id
    },
    removable: (failures: Date, locks: Date): RetentionTask[] => [
      rowsUntil({ table: 'sign_in_failures', column: 'happened_at', until: failures }),
      rowsUntil({ table: 'sign_in_locks', column: 'updated_at', until: locks }),
    ],
  }
}

export type SignInGuardRepository = ReturnType<typeof createSignInGuardRepository>
