import type { LiveEventData, LiveEventName } from '@twofold/contract/live'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Identity } from '../platform/identity.ts'
import type { Log } from '../platform/log.ts'
import type { SessionsService } from '../sessions/sessions.service.ts'
import { createChanges } from './changes.ts'
import type { Changes } from './changes.ts'
import type { LiveRepository } from './live.repository.ts'

/** Where one page is written to. */
export interface LiveOutlet {
  send(event: string, data: object): void
  beat(): void
  end(): void
}

interface Hearing {
  close: () => Promise<void>
}

interface Listener {
  userId: string
  sessionId: string
  outlet: LiveOutlet
}

/** Milliseconds. A second is promised; a burst is one look. */
const collectFor = 25
const lookEvery = 1_000
const beatEvery = 15_000
/** Every how many looks all sessions are asked whether they are good. */
const sessionsEvery = 3
/** Streams that one session has at most: the pages that can be seen. */
const mostPerSession = 6

export interface LiveServiceDeps {
  db: Db
  live: (db: Db) => LiveRepository
  sessions: Pick<SessionsService, 'findOpen'>
  /** Hears what the database tells from now on. `onSubscribed` after each time that it began to: what was told before is lost. */
  listen: (heard: { onNotification: (payload: string) => void; onSubscribed: () => void }) => Promise<Hearing>
  clock: Clock
  log: Log
}

/**
 * Tells open pages what changes, within a second. The database says by ids what changed; here is decided who hears of it, by the view and the
 * session that decide who sees it: a vault that is locked, closed or unfinished hears nothing.
 */
export function createLiveService(deps: LiveServiceDeps) {
  const repository = deps.live(deps.db)
  const listeners = new Set<Listener>()
  const changes = createChanges({ every: collectFor, heed: (collected) => inTurn(() => tell(collected)) })
  let hearing: Promise<Hearing> | undefined
  let timers: NodeJS.Timeout[] = []
  let turn: Promise<void> = Promise.resolve()
  let looked = 0
  let lookedAt = deps.clock.now()
  let isClosed = false

  /** One after the other, so that nobody hears of two changes in the wrong order. What fails is made good by a fresh look of every page. */
  function inTurn(work: () => Promise<void>): void {
    if (listeners.size === 0 || isClosed) return
    turn = turn.then(work).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'open pages could not be told of a change')
      for (const listener of listeners) send(listener, 'again', {})
    })
  }

  const send = <Name extends LiveEventName>({ outlet }: Listener, event: Name, data: LiveEventData<Name>) => outlet.send(event, data)

  function end(listener: Listener, event: 'ended' | 'bye' | 'replaced'): void {
    listeners.delete(listener)
    send(listener, event, {})
    listener.outlet.end()
  }

  /** With who each of them is now; those whose session is over are told so, and gone. */
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

  const listening = (of: (listener: Listener) => boolean) => [...listeners].filter(of)

  async function tell(changed: Changes): Promise<void> {
    const now = new Date(deps.clock.now())
    const { copies, persons, approvers } = await findAudience(changed, now)
    const concerned = listening(
      ({ userId, sessionId }) =>
        changed.office.size > 0 ||
        changed.account.has(userId) ||
        changed.session.has(sessionId) ||
        persons.has(userId) ||
        approvers.has(userId) ||
        copies.some(({ user_id }) => user_id === userId),
    )
    for (const [listener, identity] of await identify(concerned)) {
      if (changed.account.has(identity.id)) send(listener, 'account', {})
      if (changed.session.has(identity.sessionId) && identity.isLocked) send(listener, 'locked', {})
      if (!mayHear(identity)) continue
      if (changed.office.size > 0 && identity.role === 'admin') send(listener, 'office', {})
      if (persons.has(identity.id)) send(listener, 'keys', {})
      if (approvers.has(identity.id)) send(listener, 'approvals', {})
      for (const { user_id, key_id, time_window, taken_by, copied_at } of copies) {
        if (user_id === identity.id) send(listener, 'taken', { key_id, time_window, taken_by, taken_at: copied_at.toISOString() })
      }
    }
  }

  async function findAudience(changed: Changes, now: Date) {
    const here = new Set([...listeners].map(({ userId }) => userId))
    const [copies, concerned, approvers] = await Promise.all([
      changed.copy.size === 0 ? [] : repository.findCopies([...changed.copy], [...here], now),
      changed.key.size + changed.group.size === 0 ? [] : repository.findConcerned({ keys: [...changed.key], groups: [...changed.group] }),
      changed.approval.size === 0 ? [] : repository.findApprovers([...changed.approval], [...here], now),
    ])
    return { copies, persons: new Set([...changed.person, ...concerned]), approvers: new Set(approvers) }
  }

  /** What nobody tells, since only time passes: shares and sessions that run out. */
  async function look(): Promise<void> {
    const [from, until] = [new Date(lookedAt), new Date(deps.clock.now())]
    lookedAt = until.getTime()
    looked += 1
    const ranOut = new Set(await repository.findRunOut([...new Set([...listeners].map(({ userId }) => userId))], from, until))
    const asksAll = looked % sessionsEvery === 0
    for (const [listener, identity] of await identify(asksAll ? listeners : listening(({ userId }) => ranOut.has(userId)))) {
      if (ranOut.has(identity.id) && mayHear(identity)) send(listener, 'keys', {})
    }
  }

  async function ask(listener: Listener): Promise<void> {
    if (!listeners.has(listener) || !(await repository.isAsked(listener.userId, new Date(deps.clock.now())))) return
    for (const [, identity] of await identify([listener])) if (mayHear(identity)) send(listener, 'approvals', {})
  }

  function begin(): Promise<Hearing> {
    lookedAt = deps.clock.now()
    timers = [
      setInterval(() => inTurn(look), lookEvery).unref(),
      setInterval(() => {
        for (const { outlet } of listeners) outlet.beat()
      }, beatEvery).unref(),
    ]
    return deps.listen({
      onNotification: changes.note,
      onSubscribed: () => {
        for (const listener of listeners) send(listener, 'again', {})
      },
    })
  }

  return {
    /**
     * From now on `outlet` hears what concerns the person of this session. Answers the way to stop. Throws when the database cannot be heard:
     * pages then ask by themselves, as often as they would without it.
     */
    async open(user: Pick<Identity, 'id' | 'sessionId'>, outlet: LiveOutlet): Promise<() => void> {
      hearing ??= begin()
      try {
        await hearing
      } catch (error) {
        hearing = undefined
        for (const timer of timers) clearInterval(timer)
        throw error
      }
      const listener: Listener = { userId: user.id, sessionId: user.sessionId, outlet }
      const others = listening(({ sessionId }) => sessionId === user.sessionId)
      for (const oldest of others.slice(0, Math.max(0, others.length - mostPerSession + 1))) end(oldest, 'replaced')
      listeners.add(listener)
      send(listener, 'hello', {})
      if (isClosed) end(listener, 'bye')
      // What began before this page was open.
      inTurn(() => ask(listener))
      return () => void listeners.delete(listener)
    },

    /** Sends every page elsewhere: this node is about to stop. */
    async close(): Promise<void> {
      isClosed = true
      for (const listener of listeners) end(listener, 'bye')
      for (const timer of timers) clearInterval(timer)
      changes.close()
      await hearing?.then(
        ({ close }) => close(),
        () => {},
      )
    },

    /** How many pages listen. */
    count: () => listeners.size,
  }
}

export type LiveService = ReturnType<typeof createLiveService>

const mayHear = ({ stage, isLocked, closed, closure, role }: Identity) =>
  stage === 'full' && !isLocked && closed.codes === null && (closure === null || role === 'admin')
