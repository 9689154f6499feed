import type { QueryClient } from '@tanstack/react-query'
import { type LiveEventData, type LiveEventName, liveEvents } from '@twofold/contract/live'
import { ownRequestsQuery } from '../accounts/own-requests.ts'
import { notificationsKey } from '../admin/notifications/notifications.ts'
import { requestsKey } from '../admin/requests/requests.ts'
import { liveFeed } from '../codes/live-feed.ts'
import { withTaken } from '../codes/with-taken.ts'
import { closingQuery } from '../factors/closing.ts'
import { noteApprovals } from '../codes/approvals-heard.ts'
import { keysQuery } from '../keys/keys.ts'
import { readAuthToken } from '../lib/auth-token.ts'
import { openLiveStream } from '../lib/live-stream.ts'
import { isSessionEndAnnounced } from '../lib/session-end.ts'
import { noteVaultLocked } from '../lib/vault-lock.ts'
import { currentUserQuery } from '../sessions/current-user.ts'

/** Milliseconds after which a hidden page disconnects: browsers allow few connections per site. */
const hiddenFor = 5_000
/** Milliseconds in which the answer arrives to a call of this browser that ended the session. */
const ownEnd = 750

/**
 * Keeps what this page shows as the server has it, as long as somebody sees it. What it hears is only that something changed: everything is
 * read again by the calls that decide who may see it. Returns the way to stop.
 */
export function followLive(client: QueryClient): () => void {
  const again = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey })
  const keys = () => {
    again(keysQuery.queryKey)
    again(['shares'])
    liveFeed.get()?.refresh()
  }
  const account = () => {
    again(currentUserQuery.queryKey)
    again(closingQuery.queryKey)
    again(ownRequestsQuery.queryKey)
  }
  const office = () => {
    again(notificationsKey)
    again(requestsKey)
  }
  const acts: Record<LiveEventName, () => void> = {
    hello: () => {},
    taken: () => {},
    approvals: noteApprovals,
    keys,
    account: () => {
      account()
      keys()
    },
    locked: noteVaultLocked,
    office,
    again: () => {
      account()
      keys()
      office()
    },
    ended: () => {
      // The next call learns why, and says so; unless this browser ended the session itself, and is about to say what it has to say.
      setTimeout(() => !isSessionEndAnnounced() && account(), ownEnd)
    },
    bye: () => {},
    replaced: () => {},
  }

  let stop: (() => void) | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined
  function begin() {
    clearTimeout(leaving)
    const token = readAuthToken()
    if (stop !== undefined || token === null) return
    stop = openLiveStream(token, {
      onEvent: (name, data) => {
        acts[name]()
        const taken = name === 'taken' && liveEvents.taken.safeParse(data)
        if (taken === false || !taken.success) return
        noteTaken(taken.data)
        // The key's shares and uses, if they are shown.
        again(['shares', taken.data.key_id])
        again(['usage', taken.data.key_id])
      },
    })
  }
  function end() {
    stop?.()
    stop = undefined
  }
  function watch() {
    if (document.visibilityState === 'visible') {
      const wasAway = stop === undefined
      begin()
      if (wasAway) acts.again()
    } else leaving = setTimeout(end, hiddenFor)
  }

  if (document.visibilityState === 'visible') begin()
  document.addEventListener('visibilitychange', watch)
  return () => {
    document.removeEventListener('visibilitychange', watch)
    clearTimeout(leaving)
    end()
  }
}

const noteTaken = ({ key_id: id, time_window: window, taken_by: by, taken_at: at }: LiveEventData<'taken'>) =>
  liveFeed.get()?.change(id, (code) => withTaken(code, window, { by, at: Date.parse(at) }))
