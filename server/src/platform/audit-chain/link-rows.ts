import type { Clock } from '../clock.ts'
import type { Db } from '../database.ts'
import type { Log } from '../log.ts'
import type { AuditChainRepository, Link } from './audit-chain.repository.ts'
import { beginning, hashLink, textOf } from './canonical-row.ts'
import type { AuditSigner, Beginning, Checkpoint } from './signer.ts'
import { createWorkerLoop } from '../worker-loop.ts'

/** Rows that one transaction links. */
const batchSize = 500
/** Milliseconds between two looks for rows that wait. */
const lookEveryMs = 2_000
/** Batches that somebody who exports waits for; a longer queue, as after an upgrade, goes on by itself. */
const batchesPerCall = 4

export interface AuditLinkerDeps {
  db: Db
  chain: (db: Db) => AuditChainRepository
  signer: AuditSigner
  clock: Clock
  log: Pick<Log, 'warn'>
}

/**
 * The one writer of the chain: whichever node holds the lock. It links what is committed, so what it left when it died is still waiting.
 * The order of links is theirs alone: no clock and no order of commits takes part in it.
 */
export function createAuditLinker({ db, chain, signer, clock, log }: AuditLinkerDeps) {
  const loop = createWorkerLoop({
    name: 'audit chain',
    lookEveryMs,
    log,
    trouble: 'rows of the audit log cannot be linked now',
    async look() {
      const begun = performance.now()
      // Requests get at least half of the time.
      return (await tryBatch()) ? performance.now() - begun : lookEveryMs
    },
  })

  const whileLocked = <T>(work: (tx: AuditChainRepository) => Promise<T>): Promise<T> =>
    loop.asWorker(() =>
      db.transaction().execute(async (transaction) => {
        const tx = chain(transaction)
        await tx.lock()
        return work(tx)
      }),
    )

  /** The next batch, unless another node is at it. Answers whether more may wait. */
  async function tryBatch(): Promise<boolean> {
    if (!(await chain(db).hasWaiting())) return false
    return db.transaction().execute(async (transaction) => {
      const tx = chain(transaction)
      return (await tx.tryLock()) && (await linkBatch(tx)) === batchSize
    })
  }

  return {
    /** Links everything that waits, a batch in each transaction. */
    async linkAll(onProgress: (rows: number) => void = () => {}): Promise<void> {
      let rows
      do {
        rows = await whileLocked(linkBatch)
        onProgress(rows)
      } while (rows > 0 && !loop.signal.aborted)
    },

    checkpoint: (): Promise<Checkpoint | undefined> => whileLocked((tx) => signHead(tx, signer, clock.now())),

    /** Before an export: links waiting rows, as far as that is quick, and signs. `waits`: some rows are left. */
    async seal(): Promise<{ checkpoint: Checkpoint | undefined; beginning: Beginning | undefined; waits: boolean }> {
      for (let count = 1; count < batchesPerCall; count += 1) if ((await whileLocked(linkBatch)) < batchSize) break
      return whileLocked(async (tx) => {
        await linkBatch(tx)
        return { checkpoint: await signHead(tx, signer, clock.now()), beginning: await tx.findBeginning(), waits: await tx.hasWaiting() }
      })
    },

    start: loop.start,
    stop: loop.stop,
  }
}

/** Links the next batch in the transaction that has the lock. Answers how many rows that were. */
async function linkBatch(tx: AuditChainRepository): Promise<number> {
  const rows = await tx.nextWaiting(batchSize)
  if (rows.length === 0) return 0
  let { sequence, hash } = (await tx.findHead()) ?? { sequence: 0, hash: beginning }
  const links = rows.map((row): Link => {
    const previous = hash
    sequence += 1
    hash = hashLink(previous, textOf(row, sequence))
    return { sequence, audit_id: row.id, previous_hash: previous, hash }
  })
  await tx.putLinks(
    links,
    rows.map(({ position }) => position),
  )
  return rows.length
}

/** Signs what is linked; undefined: nothing is. What was signed already is not signed again. */
async function signHead(tx: AuditChainRepository, signer: AuditSigner, now: number): Promise<Checkpoint | undefined> {
  const head = await tx.findHead()
  if (head === undefined) return undefined
  const last = await tx.findLastCheckpoint()
  if (last?.statement.sequence === head.sequence && last.public_key === signer.publicKey) return last
  const signed_at = new Date(now).toISOString()
  const checkpoint = signer.sign({ kind: 'twofold-audit-checkpoint-1' as const, ...head, signed_at })
  await tx.putCheckpoint(checkpoint)
  return checkpoint
}
