import type { Db } from '../database.ts'
import { createDataKeyColumnRepository, dataKeyColumns } from './data-key-columns.ts'
import { createKeyringsRepository } from './keyrings.repository.ts'
import { opens, type UnreadableValue } from './reseal-column.ts'
import { openRing } from './rotate-data-keys.ts'
import { loadRings } from './rotate-keys.ts'
import type { RootKeys } from './root-key.ts'
import { createSealedColumnsRepository } from './sealed-columns.repository.ts'
import { sealedColumns } from './sealed-columns.ts'

const batchSize = 500

/** Opens every encrypted value in the database, and changes and reveals nothing. Throws when not even the keyrings open. */
export async function openEverything(db: Db, rootKey: RootKeys): Promise<{ opened: number; unreadable: UnreadableValue[] }> {
  const rings = await loadRings(createKeyringsRepository(db), rootKey)
  const unreadable: UnreadableValue[] = []
  let opened = 0
  const note = (isOpen: boolean, value: UnreadableValue) => {
    if (isOpen) opened += 1
    else unreadable.push(value)
  }
  for (const at of sealedColumns) {
    const column = createSealedColumnsRepository(db, at)
    for (let after: string[] | undefined, rows; ; after = rows.at(-1)?.key) {
      rows = await column.listAfter(after, batchSize)
      for (const { place, sealed } of rows)
        note(opens(rings[at.purpose], place, sealed), { table: at.table, column: at.column, row: place.row })
      if (rows.length < batchSize) break
    }
  }
  for (const at of dataKeyColumns) {
    const column = createDataKeyColumnRepository(db, at)
    for (let after: string | undefined, rows; ; after = rows.at(-1)?.id) {
      rows = await column.listAfter(after, batchSize)
      for (const { id, place, sealed, dataKey } of rows) {
        const ring = openRing(rings.vault, place.owner, dataKey)
        note(ring !== undefined && opens(ring, place, sealed), { table: at.table, column: at.column, row: id })
      }
      if (rows.length < batchSize) break
    }
  }
  return { opened, unreadable }
}
