import type { MigrationEntry, MigrationPart } from './entries/otpauth-migration.ts'
import { readEntry, type ReadEntry } from './entries/read-entry.ts'

/** The codes of one export that were seen so far. */
export interface CollectedParts {
  batch: number
  size: number
  /** By position in the export, from 0. */
  entries: ReadonlyMap<number, MigrationEntry[]>
}

/** Puts a code to the others of its export, in any order and however often. A code of another export starts over. */
export function collectPart(collected: CollectedParts | undefined, { batch, index, size, entries }: MigrationPart): CollectedParts {
  const others = collected?.batch === batch && collected.size === size ? collected.entries : new Map<number, MigrationEntry[]>()
  return { batch, size, entries: new Map(others).set(index, entries) }
}

/** The same for several exports at once, each identified by its number. */
export function collectParts(collected: readonly CollectedParts[], parts: readonly MigrationPart[]): CollectedParts[] {
  const byExport = new Map(collected.map((one) => [`${one.batch} ${one.size}`, one]))
  for (const part of parts) {
    const key = `${part.batch} ${part.size}`
    byExport.set(key, collectPart(byExport.get(key), part))
  }
  return [...byExport.values()]
}

export const isComplete = ({ size, entries }: CollectedParts) => entries.size === size

/** In the order of the export. */
export const entriesOf = ({ entries }: CollectedParts): ReadEntry[] =>
  [...entries].sort(([one], [other]) => one - other).flatMap(([, part]) => part.map(toReadEntry))

const toReadEntry = (entry: MigrationEntry): ReadEntry =>
  entry.ok ? readEntry(entry.parameters) : { ok: false, name: entry.issuer || entry.account, refusal: entry.refusal }
