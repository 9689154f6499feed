import { browserStorage } from './browser-storage.ts'
import { createLiveValue, type LiveValue } from './live-value.ts'

export interface StoredSetting<Value extends string> extends LiveValue<Value> {
  set: (next: Value) => void
  /** Goes along with what other tabs choose. Returns the way to stop. */
  followOtherTabs: () => () => void
}

/** A choice that belongs to this browser rather than to an account. Anything else than `values` in the storage counts as `fallback`. */
export function createStoredSetting<Value extends string>(
  key: string,
  values: readonly Value[],
  fallback: Value,
  storage = browserStorage(),
): StoredSetting<Value> {
  const read = () => values.find((value) => value === storage?.getItem(key)) ?? fallback
  const live = createLiveValue(read())
  return {
    get: live.get,
    subscribe: live.subscribe,
    set(next) {
      storage?.setItem(key, next)
      live.set(next)
    },
    followOtherTabs() {
      const heard = (event: StorageEvent) => {
        if (event.key === key || event.key === null) live.set(read())
      }
      window.addEventListener('storage', heard)
      return () => window.removeEventListener('storage', heard)
    },
  }
}
