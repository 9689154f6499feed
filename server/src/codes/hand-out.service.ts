import type { ApprovalsRepository } from './approvals.repository.ts'
import type { CodesRepository } from './codes.repository.ts'
import { secretPlace } from '../keys/secret-place.ts'
import type { Keys } from '../keys/noun.ts'
import type { UsageService } from '../keys/usage.service.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { fail, isFailure } from '../platform/fail.ts'
import type { Log } from '../platform/log.ts'
import { prepareSecret } from '../platform/otp.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import { auditTake } from './take-outcomes.service.ts'
import type { TakeAuthorization } from './take-authorization.service.ts'
import type { AskedTake, TakeRow, TakesRepository } from './takes.repository.ts'

export interface HandOutDeps {
  clock: Clock
  transaction: Transaction
  takes: (db: Db) => TakesRepository
  codes: (db: Db) => Pick<CodesRepository, 'find'>
  approvals: (db: Db) => Pick<ApprovalsRepository, 'isStillApproved'>
  keyRows: Keys['keyRows']
  authorization: Pick<TakeAuthorization, 'lockAccess' | 'hold' | 'findEntitled'>
  usage: Pick<UsageService, 'recordTaken'>
  crypto: Pick<Crypto, 'openDataKey'>
  log: Log
}

type Key = NonNullable<Awaited<ReturnType<CodesRepository['find']>>>

/** A take with its code, which `codeOf` computes. `at`: this node's time when the database's was `over_at`. */
export interface Handed {
  take: TakeRow
  key: Key
  at: number
}

/** `isOver`: it waits no longer. */
export interface Attempt {
  isOver: boolean
  handed?: Handed
}

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
    await deps.keyRows.setCounter(tx.db, key.id, counter + 1, new Date())
    return deps.takes(tx.db).handCounter(take.id, counter)
  }

  /**
   * Under the lock of the key, which is sent first: concurrent revocations happen entirely before or after. Statements sent after it see what the
   * lock waited for.
   */
  async function isEntitled(tx: Tx, take: AskedTake): Promise<boolean> {
    const [terms, , entitled, isStillApproved] = await Promise.all([
      lockTerms(deps, tx, take),
      deps.authorization.hold(tx.db, take),
      deps.authorization.findEntitled([take], tx.db),
      take.decided_at !== null && deps.approvals(tx.db).isStillApproved(take.id),
    ])
    // Approval may have become required while this take waited, and who gave it may have lost the key.
    if (terms === undefined || (take.decided_at === null ? terms.approval !== 'none' : !isStillApproved)) return false
    return entitled.length > 0
  }

  return {
    codeOf,

    /** An unreadable key uses up no window. `known`: recent state, which spares a round trip. */
    async attempt(id: string, known?: AskedTake): Promise<Attempt> {
      try {
        return await deps.transaction(async (tx) => {
          const takes = deps.takes(tx.db)
          const found = known === undefined ? await takes.find(id) : undefined
          const before = known ?? found
          if (before?.state !== 'queued') return { isOver: true }
          const [isSo, key, take] = await Promise.all([
            isEntitled(tx, before),
            deps.codes(tx.db).find(before.key_id),
            known === undefined ? found : takes.find(id),
          ])
          if (take?.state !== 'queued') return { isOver: true }
          // Another session of its taker may have gone on with it since.
          const mayHave = isSameTaker(before, take) ? isSo : await isEntitled(tx, take)
          if (!mayHave || key === undefined) return { isOver: await takes.end([id], 'ended') }
          const handed = key.counter === null ? await takes.hand(id) : await handCounter(tx, take, key, key.counter)
          if (handed === undefined) return { isOver: false }
          const at = deps.clock.now()
          if (handed.time_window !== null) codeOf(key, handed.time_window)
          tx.writeLast(() => deps.usage.recordTaken(tx, take, take.key_id, handed.time_window))
          await tx.publish('code.taken', { take_id: id, key_id: take.key_id })
          if (take.token_id !== null) for (const outcome of await takes.takeOutcome(id)) await auditTake(tx, outcome)
          return { isOver: true, handed: { take: handed, key, at } }
        })
      } catch (error) {
        if (!isFailure(error, 'keys.unreadable')) throw error
        return { isOver: await deps.transaction(({ db }) => deps.takes(db).end([id], 'unreadable')) }
      }
    },
  }
}

/** Undefined: the taker has lost access. */
async function lockTerms({ authorization }: HandOutDeps, tx: Tx, take: AskedTake) {
  try {
    return await authorization.lockAccess(tx.db, take, take.key_id)
  } catch (error) {
    if (isFailure(error, 'keys.not_found')) return undefined
    throw error
  }
}

const isSameTaker = (one: AskedTake, other: TakeRow) =>
  one.session_id === other.session_id && one.token_id === other.token_id && one.decided_at?.getTime() === other.decided_at?.getTime()

export type HandOutService = ReturnType<typeof createHandOutService>
