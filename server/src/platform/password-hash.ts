import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createFairShare } from './fair-share.ts'
import { sample } from './metrics/metric.ts'
import { gauge } from './metrics/process-figures.ts'
import { argonQueueDepth } from './metrics/platform-metrics.ts'
import { currentPerson } from './person.ts'

/** Cost of one Argon2id hash. Memory in KiB. */
export interface HashCost {
  memoryCost: number
  timeCost: number
}

/** Vaultwarden's parameters, which OWASP allows for a server that hashes at sign-in only. */
export const passwordCost: HashCost = { memoryCost: 64 * 1024, timeCost: 3 }
/** OWASP's floor: for PINs, whose strength is the pepper and the lock, not the cost. */
export const pinCost: HashCost = { memoryCost: 19 * 1024, timeCost: 2 }

/** Mixes in a key that is not in the database, so that a stolen table cannot be searched. */
export interface Pepper {
  /** The newest version of the key, and the peppered text under it. */
  apply(accountId: string, text: string): { version: number; peppered: string }
  /** Undefined when the version is unknown. */
  applyVersion(version: number, accountId: string, text: string): string | undefined
}

export interface PasswordHasher {
  /** The hash is good for this account only: copied to another one it opens nothing. */
  hash(accountId: string, text: string): Promise<string>
  /** `needsRehash`: right, but made at another cost or with an older pepper. */
  verify(stored: string, accountId: string, text: string): Promise<{ ok: boolean; needsRehash: boolean }>
  /** Takes as long as a real check and is never right: for addresses without an account. */
  verifyNothing(text: string): Promise<void>
}

/**
 * At most one per core. One of Node's four threads is left for files and DNS, and three times 64 MB keep the application below 400 MB however many
 * people sign in at once.
 */
const threads = Math.max(1, Math.min(3, availableParallelism()))
/** Hashes of one person that wait, and milliseconds that one waits. */
const longestQueue = 64
const longestWait = 10_000

/** One queue for all hashers of the process, since they share threads. A caller with many hashes waits for callers with one. */
const share = createFairShare({ total: threads, each: threads, longestQueue, longestWait })

gauge(() => [sample(argonQueueDepth, {}, share.countWaiting())])

async function enterQueue<T>(work: () => Promise<T>): Promise<T> {
  const who = currentPerson()
  const waiting = share.take(who)
  if (waiting !== undefined) await waiting
  try {
    return await work()
  } finally {
    share.give(who)
  }
}

/** Stored as `<pepper version>.<PHC string>`. */
export function createPasswordHasher(deps: { pepper: Pepper; cost: HashCost }): PasswordHasher {
  // The library defaults to Argon2id.
  const options = { ...deps.cost, parallelism: 1 }
  const marker = `$m=${deps.cost.memoryCost},t=${deps.cost.timeCost},p=1$`
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const nobodys = `$argon2id$v=19${marker}${unpadded(randomBytes(16))}$${unpadded(randomBytes(32))}`

  const hasher: PasswordHasher = {
    async hash(accountId, text) {
      const { version, peppered } = deps.pepper.apply(accountId, text)
      return `${version}.${await enterQueue(() => hash(peppered, options))}`
    },
    async verify(stored, accountId, text) {
      const separator = stored.indexOf('.')
      const version = Number(stored.slice(0, separator))
      const peppered = deps.pepper.applyVersion(version, accountId, text)
      if (peppered === undefined) throw new Error(`A password is stored under pepper version ${version}, which does not exist.`)
      const phc = stored.slice(separator + 1)
      const ok = await enterQueue(() => verify(phc, peppered))
      return { ok, needsRehash: ok && (!phc.includes(marker) || version !== deps.pepper.apply('', '').version) }
    },
    async verifyNothing(text) {
      await hasher.verify(`${deps.pepper.apply('', '').version}.${nobodys}`, '', text)
    },
  }
  return hasher
}
