import type { AuditChainRepository, LinkWithRow } from './audit-chain.repository.ts'
import { textOf } from './canonical-row.ts'
import { type Break, checkBeginning, checkCheckpoint, checkFollows, startAt, type StoredLink } from './find-break.ts'
import type { Beginning } from './signer.ts'

/** Rows read at once. */
const batch = 500

export interface Verification {
  /** Rows that were compared with their links, from the first that is kept on. */
  rows: number
  /** The newest row compared. */
  upTo: number
  /** Removed by retention earlier: rows up to `sequence`, all older than `until`. */
  beginning: { sequence: number; until: string } | undefined
  /** The last checkpoint that fits. */
  checkpoint: { sequence: number; signed_at: string } | undefined
  /** Rows that have no link yet. */
  waiting: number
  found: Break | undefined
}

/**
 * Goes over the whole chain in the database, and stops at the first row that is not as it was written. Rows may be added meanwhile. Retention may
 * remove the oldest ones: then it goes over the chain again from the new beginning on.
 */
export async function verifyDatabase(
  chain: AuditChainRepository,
  publicKey: string,
  onProgress: (rows: number) => void = () => {},
): Promise<Verification> {
  for (;;) {
    const beginning = await chain.findBeginning()
    const verification = await verifyFrom(beginning, chain, publicKey, onProgress)
    if (verification.found === undefined) return verification
    const now = await chain.findBeginning()
    if (now?.statement.sequence === beginning?.statement.sequence) return verification
  }
}

async function verifyFrom(
  beginning: Beginning | undefined,
  chain: AuditChainRepository,
  publicKey: string,
  onProgress: (rows: number) => void,
): Promise<Verification> {
  const until = (await chain.findHead())?.sequence ?? 0
  let checkpoint: Verification['checkpoint']
  const start = startAt(beginning)
  let last = start

  /** The row after one that does not fit its checkpoint tells whether it is that one alone. */
  async function lookOn(link: Omit<StoredLink, 'text'>): Promise<Break | undefined> {
    const [next] = await chain.listLinks(link.sequence, until, 1)
    const found = next && checkFollows(link, toStored(next))
    return found?.sequence === link.sequence ? found : undefined
  }

  async function findBreak(): Promise<Break | undefined> {
    const forged = checkBeginning(beginning, publicKey)
    if (forged !== undefined) return forged
    while (last.sequence < until) {
      const links = await chain.listLinks(last.sequence, until, batch)
      const end = links.at(-1)?.sequence ?? until
      const checkpoints = Map.groupBy(await chain.listCheckpoints(last.sequence, end), ({ statement }) => statement.sequence)
      for (const link of links.map(toStored)) {
        const found = checkFollows(last, link)
        if (found !== undefined) return found
        for (const signed of checkpoints.get(link.sequence) ?? []) {
          const broken = checkCheckpoint(signed, link, checkpoint?.sequence ?? start.sequence, publicKey)
          if (broken !== undefined) return (await lookOn(link)) ?? broken
          checkpoint = { sequence: link.sequence, signed_at: signed.statement.signed_at }
        }
        last = link
      }
      if (links.length === 0) break
      onProgress(last.sequence - start.sequence)
    }
    // In this order, so that a concurrent writer only makes the chain longer.
    const signed = (await chain.findLastCheckpoint())?.statement.sequence ?? 0
    const head = (await chain.findHead())?.sequence ?? 0
    if (signed > head) {
      const what = signed === head + 1 ? `Row ${signed} was` : `The rows from ${head + 1} on were`
      return { sequence: head + 1, sentence: `${what} removed. A signed checkpoint has rows up to ${signed}.` }
    }
    const { added, removed } = await chain.findStrays()
    if (removed !== null) return { sequence: null, sentence: `The row with the id ${removed} was removed before it was linked.` }
    if (added !== null) return { sequence: null, sentence: `The row with the id ${added} was put in: it has no link, and waits for none.` }
    return undefined
  }

  const found = await findBreak()
  return {
    rows: last.sequence - start.sequence,
    upTo: last.sequence,
    beginning: beginning && { sequence: start.sequence, until: beginning.statement.until },
    checkpoint,
    waiting: (await chain.readState()).waiting,
    found,
  }
}

const toStored = ({ row, sequence, previous_hash, hash }: LinkWithRow): StoredLink => ({
  sequence,
  previous_hash,
  hash,
  text: row && textOf(row, sequence),
})
