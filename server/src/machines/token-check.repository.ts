import type { ProgramKind, TokenScope } from '@twofold/contract/tokens'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Closure } from '../platform/maintenance.ts'
import { openWindow } from '../platform/maintenance.repository.ts'
import { isValidToken } from '../platform/lasts.ts'

/** Columns that the check of a token needs. Times are text if they come through the database's JSON. */
export interface TokenColumns {
  id: string
  kind: ProgramKind
  name: string
  last_four: string
  scopes: TokenScope[]
  is_agent: boolean
  networks: string[] | null
  key_ids: string[] | null
  expires_at: string | Date
  last_used_at: string | Date | null
}

export interface ServiceTokenRow extends TokenColumns {
  service_account_id: string
  service_account_name: string
  group_id: string
  closure: Closure | null
}

/** Reason why a stored token is not valid. */
export interface TokenEnd {
  expires_at: Date
  revoked_at: Date | null
}

const openTokens = (ids: RawBuilder<unknown>, now: Date) => sql<{ id: string }>`
  select tokens.id from access_tokens tokens
  join service_accounts accounts on accounts.id = tokens.service_account_id and accounts.suspended_at is null
  where tokens.id in (${ids}) and ${isValidToken(now)} and ${openWindow(now)} is null`

/** The result of `findOpen` as a JSON array, for use in another statement. `ids`: a subquery with the ids. */
export const foundTokens = (ids: RawBuilder<unknown>, now: Date): RawBuilder<string[]> =>
  sql`(select coalesce(json_agg(open.id), '[]') from (${openTokens(ids, now)}) open)`

/** `time`: that of the database. */
export function createTokenCheckRepository(db: Db, time: () => RawBuilder<Date>) {
  return {
    /** A service account's token, if neither of them has been stopped; a person's is found with their session (`person_tokens`). */
    async findOfServiceAccount(hash: Buffer, now: Date): Promise<ServiceTokenRow | undefined> {
      const { rows } = await sql<ServiceTokenRow>`
        select tokens.id, tokens.kind, tokens.name, tokens.last_four, tokens.scopes, tokens.is_agent, tokens.networks, tokens.key_ids,
          tokens.expires_at, tokens.last_used_at, accounts.id as service_account_id, accounts.name as service_account_name, accounts.group_id,
          ${openWindow(now)} as closure
        from access_tokens tokens
        join service_accounts accounts on accounts.id = tokens.service_account_id and accounts.suspended_at is null
        where tokens.token_hash = ${hash} and tokens.revoked_at is null`.execute(db)
      return rows[0]
    },
    /** Those of these service accounts' tokens that are valid now. */
    async findOpen(ids: readonly string[], now: Date): Promise<string[]> {
      const { rows } = await openTokens(sql`select unnest(${ids}::uuid[])`, now).execute(db)
      return rows.map(({ id }) => id)
    },
    /** Neither the token nor whose it is changes until the transaction ends. */
    async hold(id: string): Promise<void> {
      await sql`select from service_accounts where id = (select service_account_id from access_tokens where id = ${id}) for share`.execute(
        db,
      )
      await sql`select from people users where id = (select user_id from access_tokens where id = ${id}) for share`.execute(db)
      await sql`select from access_tokens where id = ${id} for share`.execute(db)
    },
    /** Reads the limits on taking codes. Locks the token, so that concurrent calls run one after the other. */
    lockTaking: (id: string) =>
      db
        .selectFrom('access_tokens')
        .where('id', '=', id)
        .select(['is_agent', 'takes_per_minute', 'takes_per_day'])
        .select(sql<boolean>`coalesce(trusted_until > ${time()}, false)`.as('is_trusted'))
        .forNoKeyUpdate()
        .executeTakeFirst(),
    /** After denials: suspends the service account of a token, whose id is answered, or ends a person's token. */
    async stop(id: string, now: Date): Promise<string | null> {
      const { rows } = await sql<{ id: string }>`
        update service_accounts set suspended_at = coalesce(suspended_at, ${now}), suspended_because = coalesce(suspended_because, 'denials')
        where id = (select service_account_id from access_tokens where id = ${id}) returning id`.execute(db)
      if (rows[0] !== undefined) return rows[0].id
      await sql`update access_tokens set revoked_at = ${now}, revoked_because = 'denials' where id = ${id} and revoked_at is null`.execute(
        db,
      )
      return null
    },
    findEnd: (hash: Buffer): Promise<TokenEnd | undefined> =>
      db.selectFrom('access_tokens').where('token_hash', '=', hash).select(['expires_at', 'revoked_at']).executeTakeFirst(),
    async touch(id: string, address: string, now: Date): Promise<void> {
      await db.updateTable('access_tokens').set({ last_used_at: now, last_used_ip: address }).where('id', '=', id).execute()
    },
  }
}

export type TokenCheckRepository = ReturnType<typeof createTokenCheckRepository>
