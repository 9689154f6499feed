import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds that a long piece of work keeps the event loop before it lets others have a turn. */
const longestStretch = 8
/** Small items per look at the clock, which costs more than one of them. */
const smallItems = 16

/**
 * Lets the event loop turn when work has gone on for long enough: `const pause = createPause()`, then `await pause()` for every item.
 * `between`: items between two looks at the clock.
 */
export function createPause(between = smallItems): () => Promise<void> | undefined {
  let since = performance.now()
  let count = 0
  return () => {
    count += 1
    if (count % between !== 0 || performance.now() - since < longestStretch) return undefined
    return nextTurn().then(() => {
      since = performance.now()
    })
  }
}

/** `items.map(work)` in batches that yield to the event loop, so that thousands of items do not block others. */
export async function mapInBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
  { itemsBetween }: { itemsBetween?: number } = {},
): Promise<Result[]> {
  const pause = createPause(itemsBetween)
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    results.push(work(item, index))
    const waiting = pause()
    if (waiting !== undefined) await waiting
  }
  return results
}
