import type { AccessFilters } from '@twofold/contract/admin/access'
import { isAboutPeople } from './ledger-filters.repository.ts'
import { showingKinds } from './ledger-showings.repository.ts'
import { type LedgerPosition, type LedgerRow, type LedgerTimes, positionsAtOnce, type ShowingRow } from './ledger.repository.ts'
import type { LedgerServiceDeps } from './ledger.service.ts'

/** Rows of an export read at once, where rows rather than keys or people are counted. */
const batch = 500

/** Rows of the ledger, batch by batch: one by one they would take longer to hand on than to read. */
export function createLedgerReader(deps: LedgerServiceDeps) {
  const ledger = deps.ledger(deps.db)

  async function* showings(filters: AccessFilters): AsyncGenerator<LedgerRow[]> {
    for (const kind of showingKinds) {
      let last: ShowingRow | undefined
      do {
        const found: ShowingRow[] = await ledger.listShowings(kind, filters, batch, last)
        yield found
        last = found.length < batch ? undefined : found.at(-1)
      } while (last !== undefined)
    }
  }

  async function* ways(filters: AccessFilters, times: LedgerTimes): AsyncGenerator<LedgerRow[]> {
    let last: LedgerPosition | undefined
    do {
      const positions: LedgerPosition[] = await ledger.listNext(filters, last)
      if (positions.length > 0) yield await ledger.listOf(filters, times, positions)
      last = positions.length < positionsAtOnce ? undefined : positions.at(-1)
    } while (last !== undefined)
    if (filters.question === 'access' && isAboutPeople(filters)) yield await ledger.listWaiting(filters, times)
  }

  return { showings, ways }
}
