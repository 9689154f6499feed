import type { ReadEntry } from './read-entry.ts'

/** What a file has, read only while somebody goes through it: so it can be told how far that is, and stopped at too many. */
export interface EntrySource {
  /** How many batches there are. */
  size: number
  batches: Iterable<readonly ReadEntry[]>
}

/** `read` answers all entries that an item of the file stands for: one, none, or several. */
export function readEach<Item>(items: readonly Item[], read: (item: Item) => readonly ReadEntry[]): EntrySource {
  function* batches() {
    for (const item of items) yield read(item)
  }
  return { size: items.length, batches: batches() }
}
