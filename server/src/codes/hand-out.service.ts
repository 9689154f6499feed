import type { CodesRepository } from './codes.repository.ts'
import { secretPlace } from '../keys/secret-place.ts'
import type { Keys } from '../keys/noun.ts'
import type { UsageService } from '../keys/usage.service.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Db } from '../platform/database.ts'
import { fail, isFailure } from '../platform/fail.ts'
import type { Log } from '../platform/log.ts'
import { prepareSecret } from '../platform/otp.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import { auditTake } from './take-outcomes.service.ts'
import type { TakeAuthorization } from './take-authorization.service.ts'
import type { TakeRow, TakesRepository } from './takes.repository.ts'

export interface HandOutDeps {
  transaction: Transaction
  takes: (db: Db) => TakesRepository
  codes: (db: Db) => Pick<CodesRepository, 'find'>
  keyRows: Keys['keyRows']
  authorization: Pick<TakeAuthorization, 'lockAccess' | 'hold' | 'findEntitled'>
  usage: Pick<UsageService, 'recordTaken'>
  crypto: Pick<Crypto, 'openDataKey'>
  log: Log
}

type Key = NonNullable<Awaited<ReturnType<CodesRepository['find']>>>

/** Hands out codes: the one place where a take gets its window. */
export function createHandOutService(deps: HandOutDeps) {
  function codeOf(key: Key, at: number): string {
    try {
      const bytes = deps.crypto.openDataKey(key.sealed, key.owner_id).open(secretPlace(key), key.secret)
      const secret = prepareSecret(bytes, key.algorithm)
      return key.kind === 'steam' ? secret.steamCode(at) : secret.code(at, key.digits)
    } catch (error) {
      deps.log.error({ err: error, key: key.id }, 'the secret of a key cannot be read')
      throw fail('keys.unreadable')
    }
  }

  async function handCounter(tx: Tx, take: TakeRow, key: Key, counter: number): Promise<TakeRow | undefined> {
    if (counter >= Number.MAX_SAFE_INTEGER) throw fail('keys.counter_exhausted')
    codeOf(key, counter)
    await deps.keyRows(tx.db).setCounter(key.id, counter + 1, new Date())
    return deps.takes(tx.db).handCounter(take.id, counter)
  }

  /**
   * Under the lock of the key, which is sent first: revocations of access come wholly before or after. What is sent behind it sees what the lock
   * waited for.
   */
  async function isEntitled(tx: Tx, take: TakeRow): Promise<boolean> {
    const [terms, , entitled] = await Promise.all([
      lockTerms(tx, take),
      deps.authorization.hold(tx.db, take),
      deps.authorization.findEntitled([take], tx.db),
    ])
    // It may have become one for approval only while this one waited.
    if (terms === undefined || (terms.approval !== 'none' && take.decided_at === null)) return false
    return entitled.length > 0
  }

  /** Undefined: the taker has no access any more. */
  async function lockTerms(tx: Tx, take: TakeRow) {
    try {
      return await deps.authorization.lockAccess(tx.db, take, take.key_id)
    } catch (error) {
      if (isFailure(error, 'keys.not_found')) return undefined
      throw error
    }
  }

  return {
    codeOf,

    /** Answers whether the take is over now. What cannot be read burns no window. `known`: as it was a moment ago, which spares a round trip. */
    async attempt(id: string, known?: TakeRow): Promise<boolean> {
      try {
        return await deps.transaction(async (tx) => {
          const takes = deps.takes(tx.db)
          const before = known ?? (await takes.find(id))
          if (before?.state !== 'queued') return true
          const [isSo, key, take] = await Promise.all([
            isEntitled(tx, before),
            deps.codes(tx.db).find(before.key_id),
            known === undefined ? before : takes.find(id),
          ])
          if (take?.state !== 'queued') return true
          // Another session of its taker may have gone on with it since.
          const mayHave = isSameTaker(before, take) ? isSo : await isEntitled(tx, take)
          if (!mayHave || key === undefined) return takes.end([id], 'ended')
          const handed = key.counter === null ? await takes.hand(id) : await handCounter(tx, take, key, key.counter)
          if (handed === undefined) return false
          if (handed.time_window !== null) codeOf(key, handed.time_window)
          tx.writeLast(() => deps.usage.recordTaken(tx, take, take.key_id, handed.time_window))
          await tx.publish('code.taken', { take_id: id, key_id: take.key_id })
          if (take.token_id !== null) for (const outcome of await takes.takeOutcome(id)) await auditTake(tx, outcome)
          return true
        })
      } catch (error) {
        if (!isFailure(error, 'keys.unreadable')) throw error
        return deps.transaction(({ db }) => deps.takes(db).end([id], 'unreadable'))
      }
    },
  }
}

const isSameTaker = (one: TakeRow, other: TakeRow) =>
  one.session_id === other.session_id && one.token_id === other.token_id && one.decided_at?.getTime() === other.decided_at?.getTime()

export type HandOutService = ReturnType<typeof createHandOutService>
