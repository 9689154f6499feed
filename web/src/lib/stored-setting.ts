import { type BrowserStorage, browserStorage } from './browser-storage.ts'
import { createLiveValue, type LiveValue } from './live-value.ts'

export interface StoredValue<Value> extends LiveValue<Value> {
  set: (next: Value) => void
}

/**
 * A value stored in this browser rather than in an account, shared by all of its tabs. `read` and `write` convert from and to text; null: nothing is
 * stored.
 */
export function createStoredValue<Value>(
  key: string,
  { read, write }: { read: (text: string | null) => Value; write: (value: Value) => string },
  storage: BrowserStorage = browserStorage,
): StoredValue<Value> {
  const load = () => read(storage.getItem(key) ?? null)
  const live = createLiveValue(load())
  // Without a key the whole storage was cleared.
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === key || event.key === null) live.set(load())
  })
  return {
    get: live.get,
    subscribe: live.subscribe,
    set(next) {
      storage.setItem(key, write(next))
      live.set(next)
    },
  }
}

/** A choice that belongs to this browser. Anything else than `values` in the storage counts as `fallback`. */
export function createStoredSetting<Value extends string>(
  key: string,
  values: readonly Value[],
  fallback: Value,
  storage: BrowserStorage = browserStorage,
): StoredValue<Value> {
  const read = (text: string | null) => values.find((value) => value === text) ?? fallback
  return createStoredValue<Value>(key, { read, write: (value) => value }, storage)
}
