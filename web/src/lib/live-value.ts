/** A value outside React that parts of the application share, and that tells when it changes. */
export interface LiveValue<Value> {
  get: () => Value
  /** Calls `listener` after every change. Returns the way to stop. */
  subscribe: (listener: () => void) => () => void
}

export function createLiveValue<Value>(initial: Value): LiveValue<Value> & { set: (next: Value) => void } {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
