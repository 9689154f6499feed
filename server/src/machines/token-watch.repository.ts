import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../platform/retention.ts'
import { rowsAtMost } from '../platform/literal-limits.ts'
import { isValidToken } from '../platform/lasts.ts'

/** A token that somebody has to hear of: its person, or the managers of its service account. */
export interface WatchedToken {
  id: string
  name: string
  service_account_name: string | null
  people: string[]
}

/** Expiring and unused tokens. Each statement takes a batch, and no token twice. */
export function createTokenWatchRepository(db: Db) {
  /** Does `change` to the next tokens of which `condition` holds; those that are being changed by somebody else wait for the next run. */
  async function take(condition: RawBuilder<unknown>, change: RawBuilder<unknown>, now: Date, limit: number): Promise<WatchedToken[]> {
    const { rows } = await sql<WatchedToken>`
      with batch as (
        select tokens.id from access_tokens tokens
        where tokens.kind in ('pat', 'svc') and ${isValidToken(now)} and ${condition}
        order by tokens.id ${rowsAtMost(limit)} for update skip locked
      ), changed as (
        update access_tokens set ${change} from batch where access_tokens.id = batch.id
        returning access_tokens.id, access_tokens.name, access_tokens.user_id, access_tokens.service_account_id
      )
      select changed.id, changed.name, accounts.name as service_account_name,
        case when changed.user_id is not null then array[changed.user_id] else array(
          select managers.user_id from service_account_managers managers where managers.service_account_id = changed.service_account_id
        ) end as people
      from changed left join service_accounts accounts on accounts.id = changed.service_account_id`.execute(db)
    return rows
  }
  const lastUse = sql`coalesce(tokens.last_used_at, tokens.created_at)`

  return {
    /** Tokens that expire soon and have no successor. */
    takeEnding: (days: number, until: Date, now: Date, limit: number) =>
      take(
        sql`tokens.replaced_by is null and tokens.expires_at <= ${until} and tokens.created_at <= ${now} and coalesce(tokens.reminded_days, 1000) > ${days}`,
        sql`reminded_days = ${days}`,
        now,
        limit,
      ),
    takeUnused: (since: Date, now: Date, limit: number) =>
      take(
        sql`${lastUse} <= ${since} and (tokens.unused_noticed_at is null or tokens.unused_noticed_at < ${lastUse})`,
        sql`unused_noticed_at = ${now}`,
        now,
        limit,
      ),
    revokeUnused: (since: Date, now: Date, limit: number) =>
      take(sql`${lastUse} <= ${since}`, sql`revoked_at = ${now}, revoked_because = 'unused'`, now, limit),
    /** Tokens of service accounts whose creator no longer manages them. */
    endOfFormerManagers: (end: Date, now: Date, limit: number) =>
      take(
        sql`tokens.service_account_id is not null and tokens.expires_at > ${end} and not exists (
          select from service_account_managers managers
          where managers.service_account_id = tokens.service_account_id and managers.user_id = tokens.created_by)`,
        sql`expires_at = ${end}`,
        now,
        limit,
      ),
    /** The same for rules, whose last editor counts as creator. */
    async endTrustsOfFormerManagers(end: Date, limit: number): Promise<WatchedToken[]> {
      const { rows } = await sql<WatchedToken>`
        with batch as (
          select trusts.id from workload_trusts trusts
          where trusts.ends_at is null and not exists (
            select from service_account_managers managers
            where managers.service_account_id = trusts.service_account_id and managers.user_id = trusts.created_by)
          order by trusts.id ${rowsAtMost(limit)} for update skip locked
        ), changed as (
          update workload_trusts set ends_at = ${end} from batch where workload_trusts.id = batch.id
          returning workload_trusts.id, workload_trusts.name, workload_trusts.service_account_id
        )
        select changed.id, changed.name, accounts.name as service_account_name, array(
            select managers.user_id from service_account_managers managers where managers.service_account_id = changed.service_account_id
          ) as people
        from changed join service_accounts accounts on accounts.id = changed.service_account_id`.execute(db)
      return rows
    },
    removable: (until: Date): RetentionTask[] => [rowsUntil({ table: 'access_tokens', column: 'expires_at', until })],
  }
}

export type TokenWatchRepository = ReturnType<typeof createTokenWatchRepository>
