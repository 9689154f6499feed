import { browserStorage } from './browser-storage.ts'

const storageKey = 'auth_token'

/** The bearer token of the signed-in person, or null. */
export const readAuthToken = () => browserStorage.getItem(storageKey)

export const storeAuthToken = (token: string) => browserStorage.setItem(storageKey, token)

export const removeAuthToken = () => browserStorage.removeItem(storageKey)

/** Calls `listener` when another tab signed in or out. Returns the way to stop. */
export function watchAuthToken(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) listener()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}
