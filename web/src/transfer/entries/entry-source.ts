import type { ReadEntry } from './read-entry.ts'

/** Content of a file, read lazily: so progress can be reported, and reading stopped at a limit. */
export interface EntrySource {
  /** Number of batches. */
  size: number
  batches: Iterable<readonly ReadEntry[]>
}

/** `read` answers all entries of an item of the file: none, one, or several. */
export function readEach<Item>(items: readonly Item[], read: (item: Item) => readonly ReadEntry[]): EntrySource {
  function* batches() {
    for (const item of items) yield read(item)
  }
  return { size: items.length, batches: batches() }
}
