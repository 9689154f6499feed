import type { Config } from './config.ts'

/** For every node: administrators' reports 2, job queue 1, notifications for pages 1. */
const everyNode = 4
/** For a node that works on jobs: the queue 1 more, its wake-ups 1, retention 1, a backup 1. */
const worker = 4

/** Sessions of PostgreSQL that a node takes at most. Those that a pooler holds are its own, and it has a limit for them. */
export function countConnections({
  databasePool,
  databasePooler,
  databaseDirectUrl,
  roles,
}: Pick<Config, 'databasePool' | 'databasePooler' | 'databaseDirectUrl' | 'roles'>): number {
  if (databasePooler !== 'none' && databaseDirectUrl === undefined) return 0
  const direct = everyNode + (roles.includes('worker') ? worker : 0)
  return databasePooler === 'none' ? databasePool + direct : direct
}
