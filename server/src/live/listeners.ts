import type { LiveEventData, LiveEventName } from '@twofold/contract/live'
import type { Identity } from '../platform/identity.ts'
import type { LiveServiceDeps } from './live.service.ts'

/** Output to one page. */
export interface LiveOutlet {
  send(event: string, data: object): void
  beat(): void
  end(): void
}

export interface Listener {
  userId: string
  sessionId: string
  outlet: LiveOutlet
}

/** Streams that one session has at most: the pages that can be seen. */
const mostPerSession = 6

/** The pages that are open on this node, each with the session that decides what it may hear. */
export function createListeners(deps: Pick<LiveServiceDeps, 'log' | 'sessions'>) {
  const listeners = new Set<Listener>()
  let turn: Promise<void> = Promise.resolve()
  let isClosed = false

  const listening = (of: (listener: Listener) => boolean) => [...listeners].filter(of)

  const send = <Name extends LiveEventName>({ outlet }: Listener, event: Name, data: LiveEventData<Name>) => outlet.send(event, data)

  function end(listener: Listener, event: 'ended' | 'bye' | 'replaced'): void {
    listeners.delete(listener)
    send(listener, event, {})
    listener.outlet.end()
  }

  /** Pairs each listener with its current identity. Notifies and removes listeners whose session has ended. */
  async function identify(concerned: Iterable<Listener>): Promise<[Listener, Identity][]> {
    const asked = [...concerned]
    if (asked.length === 0) return []
    const open = await deps.sessions.findOpen([...new Set(asked.map(({ sessionId }) => sessionId))])
    return asked.flatMap((listener): [Listener, Identity][] => {
      const identity = open.get(listener.sessionId)
      if (identity !== undefined) return [[listener, identity]]
      end(listener, 'ended')
      return []
    })
  }

  function sendAgain(): void {
    for (const listener of listeners) send(listener, 'again', {})
  }

  /** Runs one after the other, so that changes arrive in order. After a failure every page gets a fresh look. */
  function inTurn(work: () => Promise<void>): void {
    if (listeners.size === 0 || isClosed) return
    turn = turn.then(work).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'open pages could not be told of a change')
      sendAgain()
    })
  }

  return {
    send,
    identify,
    listening,
    has: (listener: Listener) => listeners.has(listener),
    /** The people who have a page open here. */
    userIds: () => [...new Set([...listeners].map(({ userId }) => userId))],
    count: () => listeners.size,

    /** A session that has too many pages open loses the oldest ones. */
    add(user: Pick<Identity, 'id' | 'sessionId'>, outlet: LiveOutlet): Listener {
      const listener: Listener = { userId: user.id, sessionId: user.sessionId, outlet }
      const others = listening(({ sessionId }) => sessionId === user.sessionId)
      for (const oldest of others.slice(0, Math.max(0, others.length - mostPerSession + 1))) end(oldest, 'replaced')
      listeners.add(listener)
      send(listener, 'hello', {})
      if (isClosed) end(listener, 'bye')
      return listener
    },
    remove: (listener: Listener) => void listeners.delete(listener),

    sendAgain,
    inTurn,
    beat() {
      for (const { outlet } of listeners) outlet.beat()
    },

    /** Sends every page elsewhere. */
    close() {
      isClosed = true
      for (const listener of listeners) end(listener, 'bye')
    },
  }
}

export type Listeners = ReturnType<typeof createListeners>
