import { programRowsMost, type Programs } from '@twofold/contract/admin/programs'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { plain } from '../../platform/like-pattern.ts'
import { rowsAtMost } from '../../platform/literal-limits.ts'
import { isValidToken, lasts } from '../../platform/lasts.ts'

type RefusedRow = Omit<Programs['refused']['rows'][number], 'suggestion'>
export type ProgramRows = Omit<Programs, 'refused'> & { refused: { rows: RefusedRow[]; total: number } }

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The first rows of `from`, in `order`, and how many there are. */
const rowsOf = (row: RawBuilder<unknown>, from: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`json_build_object(
  'total', (select count(*)::int ${from}),
  'rows', coalesce((select json_agg(first.row) from (select json_build_object(${row}) as row ${from} order by ${order} ${rowsAtMost(programRowsMost)}) first), '[]'))`

/** All programs of the installation, in one statement: nothing of it is asked for by the rest of the product. */
export function createProgramsRepository(db: Db) {
  return {
    async read(readerId: string, { now, refusedSince }: { now: Date; refusedSince: Date }): Promise<ProgramRows> {
      const isManaged = sql`exists (select from service_account_managers mine where mine.service_account_id = accounts.id and mine.user_id = ${readerId})`
      const keys = (isAccepted: boolean) => sql`(select count(*)::int from given_shares shares
        join named_keys keys on keys.id = shares.key_id and keys.deleted_at is null
        join people owners on owners.id = keys.owner_id and owners.deleted_at is null
        where shares.service_account_id = accounts.id and shares.revoked_at is null and ${lasts(now, 'shares')}
          and (shares.accepted_at is not null) = ${isAccepted})`
      const issuer = sql`json_build_object('id', issuers.id, 'name', issuers.name, 'kind', issuers.kind)`
      const { rows } = await sql<ProgramRows>`select
        ${rowsOf(
          sql`'id', accounts.id, 'name', accounts.name, 'description', accounts.description,
            'group', json_build_object('id', groups.id, 'name', groups.name), 'created_at', ${iso('accounts.created_at')},
            'suspended', case when accounts.suspended_at is not null then
              json_build_object('at', ${iso('accounts.suspended_at')}, 'because', accounts.suspended_because) end,
            'managers', (select count(*)::int from service_account_managers managers where managers.service_account_id = accounts.id),
            'tokens', (select count(*)::int from named_tokens tokens
              where tokens.service_account_id = accounts.id and tokens.kind = 'svc' and ${isValidToken(now)}),
            'keys', ${keys(true)}, 'keys_waiting', ${keys(false)}, 'is_managed', ${isManaged},
            'last_used_at', (select ${iso('tokens.last_used_at')} from named_tokens tokens
              where tokens.service_account_id = accounts.id and tokens.last_used_at is not null order by tokens.last_used_at desc limit 1)`,
          sql`from named_service_accounts accounts join named_groups groups on groups.id = accounts.group_id`,
          sql`${plain('accounts.name')}, accounts.id`,
        )} as accounts,
        ${rowsOf(
          sql`'id', tokens.id, 'kind', tokens.kind, 'name', tokens.name, 'last_four', tokens.last_four,
            'owner', coalesce(accounts.name, persons.name), 'is_agent', tokens.is_agent, 'created_by', makers.name,
            'created_at', ${iso('tokens.created_at')}, 'expires_at', ${iso('tokens.expires_at')},
            'last_used_at', ${iso('tokens.last_used_at')}, 'last_used_address', host(tokens.last_used_ip)`,
          sql`from named_tokens tokens
            left join named_service_accounts accounts on accounts.id = tokens.service_account_id
            left join people persons on persons.id = tokens.user_id
            left join people makers on makers.id = tokens.created_by
            where tokens.kind in ('svc', 'pat') and ${isValidToken(now)}`,
          sql`tokens.created_at, tokens.id`,
        )} as tokens,
        ${rowsOf(
          sql`'id', trusts.id, 'name', trusts.name, 'account', json_build_object('id', accounts.id, 'name', accounts.name), 'issuer', ${issuer},
            'rules', trusts.rules, 'minutes', trusts.minutes, 'created_at', ${iso('trusts.created_at')}, 'created_by', makers.name,
            'ends_at', ${iso('trusts.ends_at')}, 'last_used_at', ${iso('last.created_at')}, 'last_run', last.run`,
          sql`from trusted_workloads trusts
            join named_service_accounts accounts on accounts.id = trusts.service_account_id
            join named_issuers issuers on issuers.id = trusts.issuer_id
            left join people makers on makers.id = trusts.created_by
            left join lateral (select tokens.created_at, tokens.run from named_tokens tokens
              where tokens.trust_id = trusts.id order by tokens.created_at desc limit 1) last on true`,
          sql`${plain('accounts.name')}, trusts.created_at, trusts.id`,
        )} as trusts,
        ${rowsOf(
          sql`'id', refused.id, 'account', json_build_object('id', accounts.id, 'name', accounts.name, 'is_managed', ${isManaged}),
            'issuer', ${issuer}, 'reason', refused.reason, 'claims', refused.claims, 'address', host(refused.address),
            'refused_at', ${iso('refused.refused_at')}`,
          sql`from refused_workloads refused
            join named_service_accounts accounts on accounts.id = refused.service_account_id
            join named_issuers issuers on issuers.id = refused.issuer_id
            where refused.refused_at > ${refusedSince}`,
          sql`refused.refused_at desc, refused.id desc`,
        )} as refused,
        ${rowsOf(
          sql`'id', take.id, 'key', json_build_object('id', keys.id, 'name', keys.name), 'taker', coalesce(accounts.name, persons.name),
            'state', take.state, 'asked_at', ${iso('take.asked_at')}, 'over_at', ${iso('take.over_at')}, 'verified_run', tokens.run`,
          sql`from listed_takes take
            join named_keys keys on keys.id = take.key_id
            join named_tokens tokens on tokens.id = take.token_id
            left join named_service_accounts accounts on accounts.id = take.service_account_id
            left join people persons on persons.id = take.user_id`,
          sql`take.asked_at desc, take.id desc`,
        )} as takes`.execute(db)
      const [all] = rows
      if (all === undefined) throw new Error('a statement without from has one row')
      return all
    },
  }
}

export type ProgramsRepository = ReturnType<typeof createProgramsRepository>
