import { beginning as firstPrevious, hashLink } from './canonical-row.ts'
import { type Beginning, type Checkpoint, isSignatureValid } from './signer.ts'

/** A difference from what was written. `sequence`: the first row concerned; null if it has no place in the chain. */
export interface Break {
  sequence: number | null
  sentence: string
}

/** A link as it is stored, and the text of its row; undefined: there is no row. */
export interface StoredLink {
  sequence: number
  previous_hash: string
  hash: string
  text: string | undefined
}

const dayTime = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`

export const removedAt = (sequence: number): Break => ({ sequence, sentence: `Row ${sequence} was removed.` })
export const changedAt = (sequence: number): Break => ({ sequence, sentence: `Row ${sequence}, or its link, was changed.` })

const isSelfConsistent = ({ previous_hash: previous, hash, text }: StoredLink) => text !== undefined && hashLink(previous, text) === hash

/** Looks at one link by itself. */
export function checkLink(link: StoredLink): Break | undefined {
  if (link.text === undefined) return removedAt(link.sequence)
  return isSelfConsistent(link) ? undefined : changedAt(link.sequence)
}

/** Pseudo-link before the first link that is present. It has not been checked, so it is never reported as broken. */
export function startAt(beginning: Beginning | undefined): Omit<StoredLink, 'text'> {
  return beginning === undefined
    ? { sequence: 0, previous_hash: '', hash: firstPrevious }
    : { sequence: beginning.statement.sequence, previous_hash: '', hash: beginning.statement.hash }
}

/** The statement that rows were removed by retention has to be this installation's own. */
export function checkBeginning(beginning: Beginning | undefined, publicKey: string): Break | undefined {
  if (beginning === undefined || (beginning.public_key === publicKey && isSignatureValid(beginning))) return undefined
  const { sequence } = beginning.statement
  return {
    sequence: 1,
    sentence: `The rows up to ${sequence} were removed, and no valid signature of this installation says that they may be.`,
  }
}

/** Checks a link against the one before it. The older one has been checked on its own already. */
export function checkFollows(older: Omit<StoredLink, 'text'>, newer: StoredLink): Break | undefined {
  if (newer.sequence !== older.sequence + 1) return removedAt(older.sequence + 1)
  if (newer.previous_hash === older.hash) return checkLink(newer)
  // Both follow the same row: the numbers were moved up to make room.
  if (newer.previous_hash === older.previous_hash) return { sequence: older.sequence, sentence: `Row ${older.sequence} was put in.` }
  // If the newer row matches its own hash, the older one was rewritten.
  return changedAt(isSelfConsistent(newer) && older.previous_hash !== '' ? older.sequence : newer.sequence)
}

/**
 * Compares a signed checkpoint with the link it is about. `since`: the row of the last checkpoint that fits. A chain that fits itself and no
 * checkpoint was recomputed from some row after that one on.
 */
export function checkCheckpoint(
  { statement, ...signed }: Checkpoint,
  link: Pick<StoredLink, 'hash'>,
  since: number,
  publicKey: string,
): Break | undefined {
  const { sequence, hash, signed_at: at } = statement
  if (signed.public_key !== publicKey || !isSignatureValid({ statement, ...signed })) {
    return { sequence, sentence: `The checkpoint of row ${sequence} has no valid signature of this installation.` }
  }
  if (link.hash === hash) return undefined
  const first = since + 1
  const which = first === sequence ? `Row ${sequence} was` : `One or more of the rows ${first} to ${sequence} were`
  return { sequence: first, sentence: `${which} changed after ${dayTime(at)}, and the links computed anew.` }
}
