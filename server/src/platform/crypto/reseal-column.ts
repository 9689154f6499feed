import type { KeyObject } from 'node:crypto'
import type { Db } from '../database.ts'
import { keyVersionOf, lacksContext, openWith, type Place, sealWith, UnsealError } from './sealed-value.ts'
import { createSealedColumnsRepository } from './sealed-columns.repository.ts'
import type { SealedColumn } from './sealed-columns.ts'

/** All versions of one purpose. */
export interface Ring {
  keys: Map<number, KeyObject>
  newest: number
}

export interface UnreadableValue {
  table: string
  column: string
  row: string
}

/**
 * Encrypts a column with the newest version, in batches. Walks through it until a walk finds nothing left to do: what lost a
 * race to another write in one walk is looked at again in the next.
 */
export async function resealColumn(db: Db, at: SealedColumn, ring: Ring, batchSize: number) {
  const column = createSealedColumnsRepository(db, at)
  let resealed = 0
  for (;;) {
    const unreadable: UnreadableValue[] = []
    let attempts = 0
    let after: string[] | undefined
    do {
      const rows = await column.listAfter(after, batchSize)
      for (const { key, place, sealed } of rows) {
        const fresh = resealValue(ring, place, sealed)
        if (fresh === 'unreadable') unreadable.push({ table: at.table, column: at.column, row: place.row })
        if (typeof fresh === 'string') continue
        attempts += 1
        if (await column.replace(key, sealed, fresh)) resealed += 1
      }
      after = rows.length < batchSize ? undefined : rows.at(-1)?.key
    } while (after !== undefined)
    if (attempts === 0) return { resealed, unreadable }
  }
}

/** Whether a value can be opened with one of the keys. */
export function opens(ring: Pick<Ring, 'keys'>, place: Place, sealed: Buffer): boolean {
  try {
    const key = ring.keys.get(keyVersionOf(sealed))
    if (key !== undefined) openWith(key, place, sealed)
    return key !== undefined
  } catch (error) {
    if (error instanceof UnsealError) return false
    throw error
  }
}

/** Reseals with the newest version, and with the context of its place. */
export function resealValue(ring: Ring, place: Place, sealed: Buffer): Buffer | 'newest already' | 'unreadable' {
  try {
    const version = keyVersionOf(sealed)
    if (version === ring.newest && !lacksContext(place, sealed)) return 'newest already'
    const [key, newestKey] = [ring.keys.get(version), ring.keys.get(ring.newest)]
    if (key === undefined || newestKey === undefined) return 'unreadable'
    return sealWith(newestKey, ring.newest, place, openWith(key, place, sealed))
  } catch (error) {
    if (error instanceof UnsealError) return 'unreadable'
    throw error
  }
}
