/** Values that the browser did not store, because its user forbids it or the storage is full: they last as long as the page. */
const unstored = new Map<string, string>()

function localStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The browser's local storage. What it refuses is remembered by the page alone: nobody has to store anything to sign in or out. */
export const browserStorage: BrowserStorage = {
  getItem: (key) => unstored.get(key) ?? localStorage()?.getItem(key) ?? null,
  setItem(key, value) {
    unstored.set(key, value)
    try {
      const storage = localStorage()
      storage?.setItem(key, value)
      if (storage !== undefined) unstored.delete(key)
    } catch {
      // Other tabs, and this one after a reload, must not go back to the value from before.
      localStorage()?.removeItem(key)
    }
  },
  removeItem(key) {
    unstored.delete(key)
    localStorage()?.removeItem(key)
  },
}
