import { readAuthToken } from './auth-token.ts'
import { createLiveValue, type LiveValue } from './live-value.ts'

type News = 'locked' | 'opened' | 'used'

/** The token of the session whose vault is locked: a lock does not outlive its session. */
const locked = createLiveValue<string | null>(null)

// All tabs of a browser share one session, so what happens in one holds in all.
const otherTabs = new BroadcastChannel('vault')
const listeners = new Set<() => void>()
otherTabs.addEventListener('message', ({ data }: MessageEvent<News>) => {
  if (data === 'locked') locked.set(readAuthToken())
  if (data === 'opened') locked.set(null)
  if (data === 'used') for (const listener of listeners) listener()
})

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is no window and takes no origin
const broadcast = (news: News) => otherTabs.postMessage(news)

export const vaultLock: LiveValue<boolean> = {
  get: () => locked.get() !== null && locked.get() === readAuthToken(),
  subscribe: locked.subscribe,
}

/** Reported by the server, or after too long without activity. */
export function noteVaultLocked(): void {
  if (vaultLock.get()) return
  locked.set(readAuthToken())
  broadcast('locked')
}

export function noteVaultOpened(): void {
  locked.set(null)
  broadcast('opened')
}

/** Reports activity in this tab. */
export const broadcastVaultUsed = () => broadcast('used')

/** Calls `listener` whenever somebody uses the vault in another tab. Returns the way to stop. */
export function watchOtherTabs(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
