import type { Db } from '../platform/database.ts'
import type { Identity } from '../platform/identity.ts'
import type { Log } from '../platform/log.ts'
import { mayHaveCodes } from '../sessions/may-have-codes.ts'
import type { SessionsService } from '../sessions/sessions.service.ts'
import { type Changes, createChanges } from './collect-changes.ts'
import type { LiveRepository } from './live.repository.ts'
import { createListeners, type Listener, type Listeners, type LiveOutlet } from './listeners.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

interface Hearing {
  close: () => Promise<void>
}

/** Milliseconds. A second is promised; a burst is one look. */
const collectFor = 25
const lookEvery = 1_000
const beatEvery = 15_000
/** Every how many looks all sessions are asked whether they are good. */
const sessionsEvery = 3

export interface LiveServiceDeps extends Pick<ServiceDeps, 'clock' | 'db'> {
  live: (db: Db) => LiveRepository
  sessions: Pick<SessionsService, 'findOpen'>
  /** Listens to the database's notifications. `onSubscribed` is called after each time it began to: earlier ones are lost. */
  listen: (heard: { onNotification: (payload: string) => void; onSubscribed: () => void }) => Promise<Hearing>
  log: Log
}

/**
 * Sends changes to open pages within a second. The database reports ids only; the view and the session that decide access also decide who is sent
 * what: a vault that is locked, closed or unfinished gets nothing.
 */
export function createLiveService(deps: LiveServiceDeps) {
  const listeners = createListeners(deps)
  const notifications = createNotifications(deps, listeners)
  const changes = createChanges({ every: collectFor, deliver: (collected) => listeners.inTurn(() => notifications.notify(collected)) })
  let hearing: Promise<Hearing> | undefined
  let timers: NodeJS.Timeout[] = []

  function begin(): Promise<Hearing> {
    notifications.beginToLook()
    timers = [setInterval(() => listeners.inTurn(notifications.look), lookEvery).unref(), setInterval(listeners.beat, beatEvery).unref()]
    return deps.listen({ onNotification: changes.note, onSubscribed: listeners.sendAgain })
  }

  return {
    /**
     * Subscribes `outlet` to changes that concern the person of this session. Answers the function to unsubscribe. Throws if the database cannot be
     * listened to: pages then poll, as often as they would without it.
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
      const listener = listeners.add(user, outlet)
      // Changes from before this page was opened.
      listeners.inTurn(() => notifications.ask(listener))
      return () => listeners.remove(listener)
    },

    /** Sends every page elsewhere: this node is about to stop. */
    async close(): Promise<void> {
      listeners.close()
      for (const timer of timers) clearInterval(timer)
      changes.close()
      await hearing?.then(
        ({ close }) => close(),
        () => {},
      )
    },

    /** Number of listening pages. */
    count: listeners.count,
  }
}

export type LiveService = ReturnType<typeof createLiveService>

/** Decides which open pages hear of what. */
function createNotifications(deps: LiveServiceDeps, listeners: Listeners) {
  const repository = deps.live(deps.db)
  let looked = 0
  let lookedAt = deps.clock.now()

  async function notify(changed: Changes): Promise<void> {
    const now = deps.clock.date()
    const { copies, persons, approvers } = await findAudience(changed, now)
    const concerned = listeners.listening(
      ({ userId, sessionId }) =>
        changed.office.size > 0 ||
        changed.account.has(userId) ||
        changed.session.has(sessionId) ||
        persons.has(userId) ||
        approvers.has(userId) ||
        copies.some(({ user_id }) => user_id === userId),
    )
    for (const [listener, identity] of await listeners.identify(concerned)) {
      if (changed.account.has(identity.id)) listeners.send(listener, 'account', {})
      if (changed.session.has(identity.sessionId) && identity.isLocked) listeners.send(listener, 'locked', {})
      if (!mayHaveCodes(identity)) continue
      if (changed.office.size > 0 && identity.role === 'admin') listeners.send(listener, 'office', {})
      if (persons.has(identity.id)) listeners.send(listener, 'keys', {})
      if (approvers.has(identity.id)) listeners.send(listener, 'approvals', {})
      for (const { user_id, key_id, time_window, taken_by, copied_at } of copies) {
        if (user_id === identity.id) listeners.send(listener, 'taken', { key_id, time_window, taken_by, taken_at: copied_at.toISOString() })
      }
    }
  }

  async function findAudience(changed: Changes, now: Date) {
    const here = listeners.userIds()
    const [copies, concerned, approvers] = await Promise.all([
      changed.copy.size === 0 ? [] : repository.findCopies([...changed.copy], here, now),
      changed.key.size + changed.group.size === 0 ? [] : repository.findConcerned({ keys: [...changed.key], groups: [...changed.group] }),
      changed.approval.size === 0 ? [] : repository.findApprovers([...changed.approval], here, now),
    ])
    return { copies, persons: new Set([...changed.person, ...concerned]), approvers: new Set(approvers) }
  }

  /** Changes by the clock, without a notification: shares and sessions that expire. */
  async function look(): Promise<void> {
    const [from, until] = [new Date(lookedAt), deps.clock.date()]
    lookedAt = until.getTime()
    looked += 1
    const ranOut = new Set(await repository.findRunOut(listeners.userIds(), from, until))
    const asksAll = looked % sessionsEvery === 0
    for (const [listener, identity] of await listeners.identify(listeners.listening(({ userId }) => asksAll || ranOut.has(userId)))) {
      if (ranOut.has(identity.id) && mayHaveCodes(identity)) listeners.send(listener, 'keys', {})
    }
  }

  async function ask(listener: Listener): Promise<void> {
    if (!listeners.has(listener) || !(await repository.isAsked(listener.userId, deps.clock.date()))) return
    for (const [, identity] of await listeners.identify([listener])) if (mayHaveCodes(identity)) listeners.send(listener, 'approvals', {})
  }

  return {
    notify,
    look,
    ask,
    /** Expiries before this moment are skipped. */
    beginToLook() {
      lookedAt = deps.clock.now()
    },
  }
}
