import type { CallResponse } from '@twofold/contract/endpoint'
import type { endSession, listSessions } from '@twofold/contract/links'
import { say } from '@twofold/contract/sentences/sentences'
import { fail } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import { nameDevice } from './device-name.ts'
import { presentSession } from './present-session.ts'
import { devicesKnownFor, endsKeptFor } from './session-rules.ts'
import type { RetentionTask } from '../platform/retention.ts'
import type { SessionsServiceDeps } from './sessions.service.ts'

/** Lists active sessions and lets the user end each one. */
export function createSessionList(deps: SessionsServiceDeps) {
  const sessions = deps.sessions(deps.db)

  return {
    async signOut(user: Identity): Promise<void> {
      await deps.transaction((tx) => deps.sessions(tx.db).leave(user.sessionId))
    },
    async list(user: Identity): Promise<CallResponse<typeof listSessions>> {
      const rows = await sessions.listOf(user.id, deps.clock.date())
      return { data: rows.map((row) => presentSession(row, user.sessionId)) }
    },
    /** Ends one of the person's own sessions, or all but this one. */
    async end(user: Identity, id: string, client: Client): Promise<CallResponse<typeof endSession>> {
      return deps.transaction(async (tx) => {
        const by = { userId: user.id, address: client.address }
        if (id === 'others') {
          const ended = await deps.sessions(tx.db).removeOthers(user.id, user.sessionId)
          if (ended > 0) await deps.activity.record(tx, { ...by, kind: 'other_sessions_ended' })
          return { ...say(ended === 0 ? 'session.no_others' : 'session.others_ended'), ended }
        }
        const removed = await deps.sessions(tx.db).removeOne(user.id, id)
        if (removed === undefined) throw fail('sessions.not_found')
        await deps.activity.record(tx, { ...by, kind: 'session_ended', detail: { device: nameDevice(removed.user_agent) } })
        return { ...say('session.ended'), ended: 1 }
      })
    },
    /** Ended sessions, and devices unused for so long that they count as new. */
    removable(): RetentionTask[] {
      const now = deps.clock.now()
      return sessions.removable(new Date(now), { devices: new Date(now - devicesKnownFor), ends: new Date(now - endsKeptFor) })
    },
  }
}
