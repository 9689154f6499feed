import { nameDevice } from './device-name.ts'
import type { SessionsRepository } from './sessions.repository.ts'

type ListedSession = Awaited<ReturnType<SessionsRepository['listOf']>>[number]

/** A session as lists show it. `own`: the session of the reader. */
export const presentSession = (row: ListedSession, own: string) => ({
  id: row.id,
  device: nameDevice(row.user_agent),
  address: row.ip,
  created_at: row.created_at.toISOString(),
  last_seen_at: row.seen_at.toISOString(),
  is_current: row.id === own,
  remember: row.remember,
})
