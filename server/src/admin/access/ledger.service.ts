import { type AccessFilters, type AccessRow, accessRowsMost, type listAccess } from '@twofold/contract/admin/access'
import type { CallResponse } from '@twofold/contract/endpoint'
import { defaultPageSize } from '@twofold/contract/paging'
import { csvRecord } from '../../platform/csv.ts'
import type { Db } from '../../platform/database.ts'
import { paged } from '../../platform/paging.ts'
import { day, startOf } from '../../platform/days.ts'
import { riskTimes } from '../analytics/risks.service.ts'
import type { LedgerRepository, LedgerRow, LedgerTimes } from './ledger.repository.ts'
import { createLedgerReader } from './ledger-reader.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

const columns = [
  'key',
  'key id',
  'owner',
  'person',
  'e-mail',
  'active',
  'via',
  'group',
  'level',
  'what',
  'since',
  'until',
  'key last used',
] as const

export interface LedgerServiceDeps extends ServiceDeps {
  ledger: (db: Db) => LedgerRepository
}

/** Past and present access to keys, and the codes shown: names and times only. */
export function createLedgerService(deps: LedgerServiceDeps) {
  const rows = createLedgerReader(deps)
  const { showings, ways } = rows
  const ledger = deps.ledger(deps.db)

  function timesOf({ on }: AccessFilters): LedgerTimes {
    const { now, keysMadeBefore } = riskTimes(deps.clock.now())
    return { now, keysMadeBefore, day: on === undefined ? undefined : { start: new Date(startOf(on)), end: new Date(startOf(on) + day) } }
  }

  /** Records, batch by batch. */
  async function* csv(filters: AccessFilters, times = timesOf(filters)): AsyncGenerator<string[]> {
    yield [csvRecord(columns)]
    for await (const found of filters.question === 'showings' ? showings(filters) : ways(filters, times)) yield found.map(recordOf)
  }

  return {
    async list({ page, ...filters }: AccessFilters & { page: number }): Promise<CallResponse<typeof listAccess>> {
      const offset = (page - 1) * defaultPageSize
      const { rows, total, knownSince } = await ledger.list(filters, timesOf(filters), {
        most: accessRowsMost + 1,
        limit: Math.max(0, Math.min(defaultPageSize, accessRowsMost - offset)),
        offset: Math.min(offset, accessRowsMost),
      })
      return {
        known_since: knownSince.toISOString(),
        has_more: total > accessRowsMost,
        ...paged(rows.map(present), { page, perPage: defaultPageSize, total: Math.min(total, accessRowsMost) }),
      }
    },
    /** The complete answer, record by record. The caller audits it. */
    csv: (filters: AccessFilters): AsyncGenerator<string[]> => csv(filters),
    /** Every way to a key that lasted at some time of these days, both included, with its beginning and end. */
    history({ from, to }: Pick<AccessFilters, 'from' | 'to'>): AsyncGenerator<string[]> {
      const start = from === undefined ? new Date(0) : new Date(startOf(from))
      const end = to === undefined ? new Date(deps.clock.now() + day) : new Date(startOf(to) + day)
      return csv({ question: 'access' }, { ...timesOf({ question: 'access' }), day: { start, end } })
    },
    knownSince: (): Promise<Date> => ledger.readStart(),
    /** The whole answer, piece by piece. That it was taken is written down. */
    async export(filters: AccessFilters): Promise<AsyncGenerator<string>> {
      await deps.transaction((tx) => tx.audit({ action: 'access.exported', after: { ...filters } }))
      return joined(csv(filters))
    },
  }
}

export type LedgerService = ReturnType<typeof createLedgerService>

async function* joined(batches: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const records of batches) yield records.join('')
}

function recordOf(row: LedgerRow): string {
  const { key, person, via, group, level, what, since, until, last_used_at } = present(row)
  const active = person.id === null ? 'not proven' : person.is_active ? 'yes' : 'no'
  return csvRecord([
    key.name,
    key.id,
    key.owner.name,
    person.name,
    person.email,
    active,
    via,
    group === null ? null : (group.name ?? group.id),
    level,
    what,
    since,
    until,
    last_used_at,
  ])
}

function present(row: LedgerRow): AccessRow {
  return {
    key: { id: row.key_id, name: row.key_name, owner: { id: row.owner_id, name: row.owner_name } },
    person: { id: row.person_id, name: row.person_name, email: row.person_email, is_active: row.person_is_active },
    via: row.via,
    group: row.group_id === null ? null : { id: row.group_id, name: row.group_name },
    level: row.level,
    what: row.what,
    since: row.since.toISOString(),
    until: row.until?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}
