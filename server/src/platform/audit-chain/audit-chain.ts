import type { Clock } from '../clock.ts'
import type { Crypto } from '../crypto/crypto.ts'
import type { Db } from '../database.ts'
import type { Log } from '../log.ts'
import { createAuditChainRepository } from './audit-chain.repository.ts'
import type { LinkedRow } from './canonical-row.ts'
import { createAuditRetention } from './audit-retention.ts'
import { createAuditLinker } from './link-rows.ts'
import { createAuditSigner } from './signer.ts'
import { type Verification, verifyDatabase } from './verify-database.ts'

/** Rows of an export read at once. */
const batch = 500

/** The audit log as a signed chain. `backgroundDb`: connections for reads of the whole log, which run statement by statement and block nobody. */
export function createAuditChain(deps: {
  db: Db
  backgroundDb: Db
  crypto: Pick<Crypto, 'mac'>
  /** Whole months that rows are kept; undefined: for good. */
  months?: number | undefined
  clock: Clock
  log: Pick<Log, 'warn'>
}) {
  const signer = createAuditSigner(deps.crypto)
  const linker = createAuditLinker({ ...deps, chain: createAuditChainRepository, signer })
  const repository = createAuditChainRepository(deps.db)
  const backgroundRows = createAuditChainRepository(deps.backgroundDb)
  const retention = createAuditRetention({ ...deps, chain: createAuditChainRepository, signer, months: deps.months })

  return {
    ...linker,
    ...retention,
    signer,
    readState: repository.readState,

    /** Everything for an export, newest first: rows that wait, then the chain from row `sequence` down to the one after `after`. */
    async *listAll({ sequence, after, waits }: { sequence: number; after: number; waits: boolean }): AsyncGenerator<LinkedRow> {
      let before = waits ? Number.MAX_SAFE_INTEGER : 0
      while (before > 0) {
        const rows = await repository.listWaitingDown(before, batch)
        for (const { position: _, ...row } of rows) yield row
        before = rows.length < batch ? 0 : (rows.at(-1)?.position ?? 0)
      }
      let until = sequence
      while (until > after) {
        const rows = await repository.listLinkedDown(until, after, batch)
        yield* rows
        until = rows.length < batch ? after : (rows.at(-1)?.sequence ?? 1) - 1
      }
    },

    /** Verifies everything, and keeps the outcome for health and the audit screen. */
    async verify(onProgress?: (rows: number) => void): Promise<Verification> {
      const verification = await verifyDatabase(backgroundRows, signer.publicKey, onProgress)
      await repository.putVerification(verification.rows, verification.upTo, verification.found?.sentence ?? null)
      return verification
    },
  }
}

export type AuditChain = ReturnType<typeof createAuditChain>
