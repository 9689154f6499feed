import { useSyncExternalStore } from 'react'

/** False when the device surely has no network. True says little: the server may still be out of reach. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(watchNetwork, () => navigator.onLine)
}

/** Calls `listener` when the network comes or goes. Returns the way to stop. */
export function watchNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
