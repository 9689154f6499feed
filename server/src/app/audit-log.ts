import { createAuditChain } from '../platform/audit-chain/audit-chain.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'

/** The signed chain of the audit log, with the jobs that extend and verify it. */
export function createAuditLog(deps: {
  config: Pick<Config, 'auditMonths'>
  db: Db
  patientDb: Db
  crypto: Crypto
  jobs: Pick<Jobs, 'define'>
  clock: Clock
  log: Log
}) {
  const { config, jobs, ...shared } = deps
  const chain = createAuditChain({ ...shared, months: config.auditMonths })
  jobs.define({ name: 'audit.checkpoint', schedule: '*/5 * * * *', retryLimit: 0, run: async () => void (await chain.checkpoint()) })
  jobs.define({ name: 'audit.verify', schedule: '47 3 * * *', expireInSeconds: 3600, run: async () => void (await chain.verify()) })
  return chain
}
