import { normalizeEmail } from '@twofold/contract/email-address'
import type { ActivityService } from '../accounts/activity.service.ts'
import { hashToken } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Client } from '../platform/identity.ts'
import { count } from '../platform/metrics/process-figures.ts'
import { accountLocks, signInFailures } from './metrics.ts'
import type { Place, SignInGuardRepository } from './sign-in-guard.repository.ts'
import type { RetentionTask } from '../platform/retention.ts'
import { readingTogether } from '../platform/shared-reads.ts'
import type { Tx } from '../platform/transaction.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

const minute = 60_000

/** Failures in a row from one network until it is locked out, and for how long. */
const lockAfter = 10
const lockedFor = 15 * minute
/** Failed sign-ins are kept until those of their day have been counted, even if that is late. */
const failuresKeptFor = 3 * 24 * 60 * minute
/** A count without further attempts is dropped after this time. */
const forgottenAfter = 24 * 60 * minute

export const lockedJob = 'sessions.locked'
export const unlockedJob = 'sessions.unlocked'

/** The account and the end of its lock; the address stays hashed in the queue too. */
export interface LockedOut {
  emailHash: string
  network: string
  address: string
  /** ISO 8601. */
  until: string
}

interface Attempt<Found, T, Answer> {
  find: () => Promise<Found>
  check: (found: Found) => Promise<T | undefined>
  /** Called after a success. `forget` drops the earlier failures, in the transaction that commits. */
  enter: (proven: T, forget: (tx: Tx) => void) => Promise<Answer>
}

export interface SignInGuardDeps extends ServiceDeps {
  guard: (db: Db) => SignInGuardRepository
  activity: Pick<ActivityService, 'record'>
}

/**
 * Locks out only the guesser: the lock applies to one typed address from one network, so that the owner can still sign in from elsewhere. Counts and
 * answers are the same for addresses without an account.
 */
export function createSignInGuard(deps: SignInGuardDeps) {
  const guard = deps.guard(deps.db)
  const in15Minutes = () => new Date(deps.clock.now() + lockedFor)
  const hashEmail = (email: string) => hashToken(normalizeEmail(email))
  const placeOf = ({ emailHash, network }: LockedOut) => ({ emailHash: Buffer.from(emailHash, 'hex'), network })

  return {
    /**
     * Runs `check` of what `find` finds as one counted try; undefined from it is a failure. What is found and counted takes one round trip. Answers
     * what `enter` does.
     */
    async attempt<Found, T, Answer>(email: string, client: Client, work: Attempt<Found, T, Answer>): Promise<Answer | undefined> {
      const place = { emailHash: hashEmail(email), network: client.network }
      const [reserved, finding] = readingTogether(
        () => [guard.reserve(place, lockAfter, deps.clock.date(), in15Minutes()), Promise.allSettled([work.find()])] as const,
      )
      const { failures, locked_until: lockedUntil } = await reserved
      if (failures > lockAfter) {
        count(signInFailures, { reason: 'locked' })
        throw locked((lockedUntil ?? in15Minutes()).getTime() - deps.clock.now())
      }
      let proven: T | undefined
      try {
        proven = await work.check(await found(finding))
      } catch (error) {
        await guard.release(place)
        throw error
      }
      if (proven !== undefined) {
        const right = proven
        return forgetting(deps, place, (forget) => work.enter(right, forget))
      }
      count(signInFailures, { reason: 'credentials' })
      await guard.putFailure(place.emailHash, client.address, deps.clock.date())
      if (failures < lockAfter) return undefined
      const until = in15Minutes()
      await deps.transaction(async (tx) => {
        await deps.guard(tx.db).lock(place, until)
        await tx.enqueue(lockedJob, lockedOut(place, client, until))
      })
      count(accountLocks, {})
      return undefined
    },

    /** For a sign-in that is not a guess: it still waits while its address is locked for that network. */
    async requireUnlocked(db: Db, email: string, client: Client): Promise<void> {
      const until = await deps.guard(db).findLock({ emailHash: hashEmail(email), network: client.network })
      if (until !== null && until > deps.clock.date()) throw locked(until.getTime() - deps.clock.now())
    },

    /** The job of a lock: tells the account's person, if there is one. */
    async notifyLocked(job: LockedOut): Promise<void> {
      const userId = await guard.findAccountId(placeOf(job).emailHash)
      if (userId === undefined) return
      await deps.transaction(async (tx) => {
        await tx.emit('user.account.locked', { to: { user_id: userId }, data: { 'lock.until': job.until, 'login.ip': job.address } })
        await deps.activity.record(tx, { userId, kind: 'account_locked', address: job.address })
        await tx.enqueue(unlockedJob, job, { after: lockedFor / 1000 })
      })
    },

    /** The job of its end by time; nothing when a new password or an administrator ended it before, or when further tries have locked again. */
    async notifyUnlocked(job: LockedOut): Promise<void> {
      const userId = await guard.findAccountId(placeOf(job).emailHash)
      if (userId === undefined || (await guard.findLock(placeOf(job)))?.toISOString() !== job.until) return
      await deps.transaction((tx) =>
        tx.emit('user.account.unlocked', { to: { user_id: userId }, data: { 'lock.until': job.until, 'login.ip': job.address } }),
      )
    },

    removable: (): RetentionTask[] =>
      guard.removable(new Date(deps.clock.now() - failuresKeptFor), new Date(deps.clock.now() - forgottenAfter)),
  }
}

/** The failures at a place are forgotten together with what `enter` commits, and by themselves where it commits nothing: the proof was right. */
async function forgetting<T>(deps: SignInGuardDeps, place: Place, enter: (forget: (tx: Tx) => void) => Promise<T>): Promise<T> {
  let isForgotten = false
  const forget = (tx: Tx) => {
    tx.writeLast(() => deps.guard(tx.db).clear(place))
    isForgotten = true
  }
  try {
    return await enter(forget)
  } catch (error) {
    isForgotten = false
    throw error
  } finally {
    if (!isForgotten) await deps.guard(deps.db).clear(place)
  }
}

const lockedOut = ({ emailHash, network }: Place, { address }: Client, until: Date): LockedOut => ({
  emailHash: emailHash.toString('hex'),
  network,
  address,
  until: until.toISOString(),
})

async function found<T>(finding: Promise<[PromiseSettledResult<T>]>): Promise<T> {
  const [end] = await finding
  if (end.status === 'rejected') throw end.reason
  return end.value
}

export type SignInGuard = ReturnType<typeof createSignInGuard>

function locked(milliseconds: number) {
  return fail('auth.locked', {
    parameters: { minutes: Math.max(1, Math.ceil(milliseconds / minute)) },
    retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)),
  })
}
