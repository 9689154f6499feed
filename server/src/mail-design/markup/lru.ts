/** Cache of the results for the `size` most recently used keys. */
export function createLru<Value>(size: number) {
  const kept = new Map<string, Value>()

  return {
    /** Made once, by `make`, for as long as it is kept. */
    get(key: string, make: () => Value): Value {
      const known = kept.get(key)
      const value = known === undefined ? make() : known
      kept.delete(key)
      kept.set(key, value)
      const [oldest] = kept.keys()
      if (kept.size > size && oldest !== undefined) kept.delete(oldest)
      return value
    },
  }
}
