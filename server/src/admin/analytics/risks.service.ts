import {
  inactiveDays,
  type listRisks,
  type Risk,
  type RiskCounts,
  type RiskKind,
  unusedKeyDays,
  unusedShareDays,
} from '@twofold/contract/admin/analytics'
import type { CallResponse } from '@twofold/contract/endpoint'
import { defaultPageSize } from '@twofold/contract/paging'
import { csvRecord } from '../../platform/csv.ts'
import type { Db } from '../../platform/database.ts'
import { paged } from '../../platform/paging.ts'
import { day } from '../../platform/days.ts'
import type { Counted } from './kept-figures.service.ts'
import type { RiskRow, RisksRepository, RiskTimes } from './risks.repository.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

/** Rows of an export read at once. */
const batch = 500

/** Thresholds of the risks at `now`, in milliseconds. */
export function riskTimes(now: number): RiskTimes {
  const daysAgo = (days: number) => new Date(now - days * day)
  return {
    now: new Date(now),
    signedInSince: daysAgo(inactiveDays),
    keysMadeBefore: daysAgo(unusedKeyDays),
    sharesUsedSince: daysAgo(unusedShareDays),
  }
}

export interface RisksServiceDeps extends ServiceDeps {
  risks: (db: Db) => RisksRepository
  counts: () => Promise<Counted<RiskCounts>>
}

/** Risks, by names and dates only. */
export function createRisksService(deps: RisksServiceDeps) {
  const risks = deps.risks(deps.db)

  async function* rows(kind: RiskKind): AsyncGenerator<Risk> {
    const times = riskTimes(deps.clock.now())
    let last: RiskRow | undefined
    do {
      const found: RiskRow[] = await risks.list(kind, times, batch, last === undefined ? { offset: 0 } : { after: last })
      yield* found.map(present)
      last = found.length < batch ? undefined : found.at(-1)
    } while (last !== undefined)
  }

  async function* csv(kind: RiskKind): AsyncGenerator<string> {
    yield csvRecord(['key', 'owner', 'owner active', 'owner signed in', 'since', 'last used', 'with', 'reason', 'keys'])
    for await (const { key_name, owner, created_at, last_used_at, with: person, reason, keys } of rows(kind)) {
      const active = owner.is_active ? 'yes' : 'no'
      yield csvRecord([key_name, owner.name, active, owner.last_login_at, created_at, last_used_at, person?.name ?? null, reason, keys])
    }
  }

  async function* json(kind: RiskKind): AsyncGenerator<string> {
    let before = '[\n'
    for await (const risk of rows(kind)) {
      yield `${before}${JSON.stringify(risk)}`
      before = ',\n'
    }
    yield before === '[\n' ? '[]\n' : '\n]\n'
  }

  return {
    async list(kind: RiskKind, page: number): Promise<CallResponse<typeof listRisks>> {
      const [{ figures: counts, countedAt }, found] = await Promise.all([
        deps.counts(),
        risks.list(kind, riskTimes(deps.clock.now()), defaultPageSize, { offset: (page - 1) * defaultPageSize }),
      ])
      return {
        counts,
        counted_at: countedAt.toISOString(),
        ...paged(found.map(present), { page, perPage: defaultPageSize, total: counts[kind] }),
      }
    },

    /** One complete list in pieces. The export is audited. */
    async export(kind: RiskKind, format: 'csv' | 'json'): Promise<AsyncGenerator<string>> {
      await deps.transaction((tx) => tx.audit({ action: 'analytics.exported', after: { list: kind, format } }))
      return format === 'csv' ? csv(kind) : json(kind)
    },
  }
}

export type RisksService = ReturnType<typeof createRisksService>

function present(row: RiskRow): Risk {
  return {
    id: row.id,
    key_name: row.key_name,
    owner: {
      id: row.owner_id,
      name: row.owner_name,
      is_active: row.owner_is_active,
      last_login_at: row.owner_last_login_at?.toISOString() ?? null,
    },
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    with: row.with_name === null ? null : { id: row.with_id, name: row.with_name },
    reason: row.reason,
    keys: row.keys,
  }
}
