import type { MigrationEntry, MigrationPart } from './otpauth-migration.ts'

/** The codes of one export that were seen so far. */
export interface CollectedParts {
  batch: number
  size: number
  /** By their place in the export. */
  entries: ReadonlyMap<number, MigrationEntry[]>
}

/** Puts a code to the others of its export, in any order and however often. A code of another export begins anew. */
export function collectPart(collected: CollectedParts | undefined, { batch, index, size, entries }: MigrationPart): CollectedParts {
  const others = collected?.batch === batch && collected.size === size ? collected.entries : new Map<number, MigrationEntry[]>()
  return { batch, size, entries: new Map(others).set(index, entries) }
}

export const isComplete = ({ size, entries }: CollectedParts) => entries.size === size

/** In the order of the export. */
export const entriesOf = ({ entries }: CollectedParts): MigrationEntry[] =>
  [...entries].sort(([one], [other]) => one - other).flatMap(([, part]) => part)
