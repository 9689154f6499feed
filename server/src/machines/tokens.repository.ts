import type { ProgramKind, TokenScope } from '@twofold/contract/tokens'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { isValidToken, lasts } from '../platform/lasts.ts'

export type TokenOwner = { user_id: string } | { service_account_id: string }

/** A token without its usage. */
export interface NewToken {
  id: string
  kind: ProgramKind
  user_id: string | null
  service_account_id: string | null
  name: string
  token_hash: Buffer
  last_four: string
  scopes: TokenScope[]
  is_agent: boolean
  networks: string[] | null
  key_ids: string[] | null
  trusted_until: Date | null
  takes_per_minute: number | null
  takes_per_day: number | null
  created_by: string | null
  created_at: Date
  expires_at: Date
}

export interface KeptToken extends Omit<NewToken, 'token_hash' | 'created_by'> {
  created_by_name: string | null
  last_used_at: Date | null
  last_used_ip: string | null
  replaced_by: string | null
}

export type RevokedBecause = 'owner' | 'administrator' | 'found' | 'leaked' | 'unused' | 'denials' | 'account'

const kept = sql`tokens.id, tokens.kind, tokens.user_id, tokens.service_account_id, tokens.name, tokens.last_four, tokens.scopes, tokens.is_agent,
  tokens.networks, tokens.key_ids, tokens.trusted_until, tokens.takes_per_minute, tokens.takes_per_day, tokens.created_at, tokens.expires_at, tokens.last_used_at, host(tokens.last_used_ip) as last_used_ip,
  tokens.replaced_by, makers.name as created_by_name`

/** The tokens that people make, list and end: their own, and those of service accounts. */
const day = 24 * 60 * 60 * 1000

/** `time`: that of the database. */
export function createTokensRepository(db: Db, time: () => RawBuilder<Date>) {
  const of = (owner: TokenOwner) =>
    'user_id' in owner ? sql`tokens.user_id = ${owner.user_id}` : sql`tokens.service_account_id = ${owner.service_account_id}`

  return {
    /** Trust in an agent lasts as long as was wanted by the database's clock, which also decides when it ends. */
    async put({ trusted_until: until, ...token }: NewToken): Promise<void> {
      const seconds = until === null ? 0 : (until.getTime() - token.created_at.getTime()) / 1000
      const trusted_until = until === null ? null : sql<Date>`${time()} + make_interval(secs => ${seconds})`
      await db
        .insertInto('access_tokens')
        .values({ ...token, trusted_until })
        .execute()
    },
    /** Neither revoked nor expired before `since`; newest first. */
    async list(owner: TokenOwner, kinds: readonly ProgramKind[], since: Date): Promise<KeptToken[]> {
      const { rows } = await sql<KeptToken>`
        select ${kept} from access_tokens tokens left join people makers on makers.id = tokens.created_by
        where ${of(owner)} and tokens.kind = any(${kinds}) and ${isValidToken(since)}
        order by tokens.created_at desc, tokens.id desc`.execute(db)
      return rows
    },
    /** Held until the transaction ends: of two rotations at once the second finds it replaced. */
    async lock(owner: TokenOwner, id: string): Promise<KeptToken | undefined> {
      const { rows } = await sql<KeptToken>`
        select ${kept} from access_tokens tokens left join people makers on makers.id = tokens.created_by
        where ${of(owner)} and tokens.id = ${id} and tokens.revoked_at is null for no key update of tokens`.execute(db)
      return rows[0]
    },
    /** Live ones. Their owner is locked, so that of many at once each sees those before it. Undefined: it is a person who is no longer active. */
    async countLive(owner: TokenOwner, now: Date): Promise<number | undefined> {
      const locked =
        'user_id' in owner
          ? sql`select from people users where id = ${owner.user_id} and is_active for no key update`
          : sql`select from service_accounts where id = ${owner.service_account_id} for no key update`
      const count = sql<{ count: number }>`
        select count(*)::int as count from access_tokens tokens
        where ${of(owner)} and tokens.kind in ('svc', 'pat') and ${isValidToken(now)}`
      const [{ rows: owners }, { rows }] = await Promise.all([locked.execute(db), count.execute(db)])
      return owners.length === 0 ? undefined : rows[0]?.count
    },
    async replace(id: string, successor: string, endsAt: Date): Promise<void> {
      await db.updateTable('access_tokens').set({ replaced_by: successor, expires_at: endsAt }).where('id', '=', id).execute()
    },
    async revoke(id: string, because: RevokedBecause, now: Date): Promise<void> {
      await db.updateTable('access_tokens').set({ revoked_at: now, revoked_because: because }).where('id', '=', id).execute()
    },
    /** Revokes the token of any holder. Undefined: it is not a token of ours, or was revoked before. */
    revokeFound: (hash: Buffer, because: RevokedBecause, now: Date) =>
      db
        .updateTable('access_tokens')
        .set({ revoked_at: now, revoked_because: because })
        .where('token_hash', '=', hash)
        .where('revoked_at', 'is', null)
        .returning(['id', 'kind', 'user_id', 'service_account_id', 'name'])
        .executeTakeFirst(),
    /** Undefined: it was noted within a day. */
    noteRefused: (id: string, now: Date) =>
      db
        .updateTable('access_tokens')
        .set({ refused_at: now })
        .where('id', '=', id)
        .where((where) => where.or([where('refused_at', 'is', null), where('refused_at', '<=', new Date(now.getTime() - day))]))
        .returning(['user_id', 'service_account_id', 'name'])
        .executeTakeFirst(),
    /** Those of these keys that the person has access to now. */
    async findKeysOf(userId: string, keyIds: readonly string[], now: Date): Promise<string[]> {
      const { rows } = await sql<{ key_id: string }>`
        select distinct key_id from key_access
        where user_id = ${userId} and key_id = any(${keyIds}::uuid[]) and ${lasts(now)}`.execute(db)
      return rows.map(({ key_id: id }) => id)
    },
  }
}

export type TokensRepository = ReturnType<typeof createTokensRepository>
