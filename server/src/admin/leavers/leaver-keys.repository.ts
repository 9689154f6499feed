import type { LeaverList } from '@twofold/contract/admin/leavers'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { contains, plain } from '../../platform/like-pattern.ts'
import { rowsAtMost } from '../../platform/literal-limits.ts'
import { lasts } from '../../platform/lasts.ts'
import { createLeaverDecisions } from './leaver-decisions.repository.ts'
import { createLeaverRenewalsRepository } from './leaver-renewals.repository.ts'

export interface LeaverKeyRow {
  key_id: string
  name: string
  exists: boolean
  owner_id: string | null
  owner_name: string | null
  level: 'owner' | 'admin' | 'view' | 'former'
  had: ('added' | 'secret' | 'backup_codes' | 'export')[]
  had_at: Date | null
  last_shown_at: Date | null
  last_used_at: Date | null
  people: number
  programs: number
  decision: 'handed_over' | 'let_go' | null
  heir_id: string | null
  heir_name: string | null
  decided_at: Date | null
  decider_id: string | null
  decider_name: string | null
  renewed_at: Date | null
  renewer_id: string | null
  renewer_name: string | null
}

const lists: Record<LeaverList, ReturnType<typeof sql>> = {
  owned: sql`listed.level = 'owner'`,
  rotate: sql`listed.had <> '{}'`,
  safe: sql`listed.had = '{}'`,
}

const isOpen: Record<LeaverList, ReturnType<typeof sql>> = {
  owned: sql`listed.decision is null`,
  rotate: sql`listed.renewed_at is null`,
  safe: sql`listed.had = '{}'`,
}

const nameOfKey = plain(sql`coalesce(keys.name, listed.name)`)

/** Others who have keys of a leaver now: all people and addresses that are granted them. */
const others = (keyIds: ReturnType<typeof sql>, userId: string, now: Date) => sql`
  from granted_shares granted
  where granted.key_id = any(${keyIds}) and granted.owner_id = ${userId} and granted.deleted_at is null
    and ${lasts(now, 'granted')} and granted.recipient_id is distinct from granted.owner_id`

/** The keys of a plan. */
/** A key that somebody got because its owner left. */
export interface HandedOverKey {
  key_id: string
  name: string
  owner_id: string
  owner_name: string
  /** The leaver's address. */
  email: string
}

export function createLeaverKeysRepository(db: Db) {
  const matching = (planId: string, { list, search }: { list: LeaverList; search?: string | undefined }) =>
    sql`listed.plan_id = ${planId} and ${lists[list]} and ${search ? contains(nameOfKey, search) : sql`true`}`

  return {
    ...createLeaverDecisions(db),
    ...createLeaverRenewalsRepository(db),
    /**
     * Snapshots everything that the person can access now or has ever taken something of. A person who added a key knows its secret, even if it was
     * never shown to them.
     */
    async putAll(planId: string, userId: string, now: Date): Promise<void> {
      await sql`
        with access as (
          select key_id, (array['owner', 'admin', 'view'])[min(array_position(array['owner', 'admin', 'view'], level))] as level
          from key_access where user_id = ${userId} and ${lasts(now)} group by key_id
        ), had as (
          select key_id, array_agg(distinct what order by what) as ways, max(at) as at from secret_knowledge
          where user_id = ${userId} and until is null group by key_id
        ), shown as (
          select key_id, max(first_shown_at) as at from shown_codes where user_id = ${userId} group by key_id
        ), used as (
          select key_id, max(copied_at) as at from copied_codes where user_id = ${userId} group by key_id
        )
        insert into leaver_keys (plan_id, key_id, name, level, had, had_at, last_shown_at, last_used_at)
        select ${planId}, keys.id, keys.name, coalesce(access.level, 'former'), coalesce(had.ways, '{}'), had.at, shown.at, used.at
        from (
          select key_id from access union select key_id from had union select key_id from shown union select key_id from used
        ) concerned
        join named_keys keys on keys.id = concerned.key_id and keys.deleted_at is null
        left join access on access.key_id = keys.id
        left join had on had.key_id = keys.id
        left join shown on shown.key_id = keys.id
        left join used on used.key_id = keys.id`.execute(db)
    },
    /** One page, open items first. */
    async list(
      plan: { id: string; userId: string },
      filter: { list: LeaverList; search?: string | undefined },
      now: Date,
      limit: number,
      offset: number,
    ): Promise<LeaverKeyRow[]> {
      const { rows } = await sql<LeaverKeyRow>`
        select listed.key_id, coalesce(keys.name, listed.name) as name, keys.id is not null as "exists", owners.id as owner_id,
          owners.name as owner_name, listed.level, listed.had, listed.had_at, listed.last_shown_at, listed.last_used_at,
          (select count(distinct person) ${others(sql`array[listed.key_id]`, plan.userId, now)}) as people,
          (select count(*) from service_account_access accounts
            where accounts.key_id = listed.key_id and accounts.owner_id = ${plan.userId} and ${lasts(now, 'accounts')}) as programs,
          listed.decision, heirs.id as heir_id, heirs.name as heir_name, listed.decided_at, deciders.id as decider_id,
          deciders.name as decider_name, listed.renewed_at, renewers.id as renewer_id, renewers.name as renewer_name
        from leaver_keys listed
        left join named_keys keys on keys.id = listed.key_id and keys.deleted_at is null
        left join people owners on owners.id = keys.owner_id
        left join people heirs on heirs.id = listed.handed_to
        left join people deciders on deciders.id = listed.decided_by
        left join people renewers on renewers.id = listed.renewed_by
        where ${matching(plan.id, filter)}
        order by ${isOpen[filter.list]} desc, ${nameOfKey}, listed.key_id
        ${rowsAtMost(limit, offset)}`.execute(db)
      return rows
    },
    async count(planId: string, filter: { list: LeaverList; search?: string | undefined }): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(*) as total from leaver_keys listed
        left join named_keys keys on keys.id = listed.key_id and keys.deleted_at is null
        where ${matching(planId, filter)}`.execute(db)
      return rows[0]?.total ?? 0
    },
    async impactOf(userId: string, keyIds: readonly string[], now: Date): Promise<{ shared_keys: number; people: number }> {
      const { rows } = await sql<{ shared_keys: number; people: number }>`
        select count(distinct granted.key_id) as shared_keys, count(distinct granted.person) as people
        ${others(sql`${keyIds}::uuid[]`, userId, now)}`.execute(db)
      return rows[0] ?? { shared_keys: 0, people: 0 }
    },
  }
}

export type LeaverKeysRepository = ReturnType<typeof createLeaverKeysRepository>
