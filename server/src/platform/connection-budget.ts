import type { Config } from './config.ts'

/** Of every node: reports of administrators 2, the queue of jobs 1, what pages hear of 1. */
const everyNode = 4
/** Of one that works on jobs: the queue 1 more, what wakes it 1, removal of what is old 1, a backup 1. */
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
