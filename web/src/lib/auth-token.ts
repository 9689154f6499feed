const storageKey = 'auth_token'

/** Local storage can be forbidden by the browser; then nobody is signed in, and nothing breaks. */
function storage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

/** The bearer token of the signed-in person, or null. */
export const readAuthToken = () => storage()?.getItem(storageKey) ?? null

export const storeAuthToken = (token: string) => storage()?.setItem(storageKey, token)

export const removeAuthToken = () => storage()?.removeItem(storageKey)

/** Calls `listener` when another tab signed in or out. Returns the way to stop. */
export function watchAuthToken(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) listener()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}
