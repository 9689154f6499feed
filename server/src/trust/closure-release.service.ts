import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import { type AccountHand, closingHands } from './hands.ts'
import { closedOf, closedUntil } from './require-open.ts'
import type { Closing, HandOnAccount } from './trust.repository.ts'
import type { InTransaction, TrustServiceDeps } from './trust.service.ts'

/**
 * Milliseconds before a closure that belong to the act that caused it: the act sets a credential, or is recorded, some milliseconds before it closes
 * the account, on a busy machine some seconds.
 */
const actTakes = 5 * 60_000
const beginningOf = (closedAt: Date) => new Date(closedAt.getTime() - actTakes)

export function createClosureRelease(deps: TrustServiceDeps) {
  const before = (milliseconds: number) => new Date(deps.clock.now() - milliseconds)

  /** Milliseconds in which the person, who is notified, can object. */
  const waitingTime = () => deps.policy.quarantine_days * day

  const isShut = ({ codes_closed_until: until, stopped_at: stopped }: Closing) =>
    stopped !== null || (until !== null && until.getTime() > deps.clock.now())

  /** A credential from before the closure counts as proof, unless an administrator could have it. */
  async function isProof(db: Db, userId: string, closing: Closing, what: 'pin' | 'password'): Promise<boolean> {
    if (closing.closed_at === null) return false
    const changedAt = closing[`${what}_changed_at`]
    if (changedAt !== null && changedAt >= beginningOf(closing.closed_at)) return false
    return !(await deps.trust(db).hasHand(userId, before(newcomerFor), spoiledBy[what]))
  }

  async function acceptOldProof(db: Db, userId: string, what: 'pin' | 'password'): Promise<void> {
    const rows = deps.trust(db)
    const closing = await rows.findClosing(userId)
    if (closing === undefined || !(isShut(closing) || closing.needs_proof)) return
    if (await isProof(db, userId, closing, what)) await deps.closings().recordProof(db, userId, { secretsToo: false })
  }

  async function listHands(db: Db, userId: string, { closed_at: at }: Pick<Closing, 'closed_at'>): Promise<HandOnAccount[]> {
    if (at === null) return []
    const since = { account: beginningOf(at), installation: new Date(at.getTime() - waitingTime()) }
    return deps.trust(db).listHandsOn(userId, [...closingHands], since, mostShown)
  }

  return {
    /** The person objects: only a proof or a second administrator opens the account now. False: it is no longer closed. */
    stop: ({ db }: InTransaction, userId: string): Promise<boolean> => deps.closings().stop(db, userId, deps.clock.date()),
    /** The causes of the closure, newest first, its end, and whether the old PIN or password would prove the person; undefined: not closed. */
    async findClosing(userId: string): Promise<{ closing: Closing; hands: HandOnAccount[]; proofs: ('pin' | 'password')[] } | undefined> {
      const closing = await deps.trust(deps.db).findClosing(userId)
      if (closing === undefined || !isShut(closing)) return undefined
      const [hands, pin, password] = await Promise.all([
        listHands(deps.db, userId, closing),
        isProof(deps.db, userId, closing, 'pin'),
        isProof(deps.db, userId, closing, 'password'),
      ])
      return { closing, hands, proofs: [...(pin ? ['pin' as const] : []), ...(password ? ['password' as const] : [])] }
    },
    /** A second administrator opens the account. */
    async release({ db }: InTransaction, userId: string, administratorId: string): Promise<void> {
      const rows = deps.trust(db)
      const [closing, own] = await Promise.all([rows.findClosing(userId), rows.findClosing(administratorId)])
      if (closing === undefined || !isShut(closing)) throw fail('trust.not_closed')
      const askers = (await listHands(db, userId, closing)).flatMap(({ by_id: by }) => (by === null ? [] : [by]))
      if (userId === administratorId || askers.includes(administratorId)) throw fail('trust.own_hand')
      // Behind the lock of the administrator's own account: somebody may have closed it since the call was admitted.
      const until = own === undefined ? null : closedUntil(closedOf(own, deps.clock.now()), 'secrets')
      if (until !== null) throw fail('keys.secrets_closed', { parameters: { until: new Date(until).toISOString() } })
      const since = before(newcomerFor)
      const ties = await Promise.all([rows.hasHandOf(administratorId, askers, since), rows.madeOneOf(administratorId, askers, since)])
      if (ties.includes(true)) throw fail('trust.not_independent')
      await deps.closings().recordProof(db, userId, { secretsToo: true })
    },
    /** The person has shown what no hand could have given to somebody else. Secrets stay closed until their time is over. */
    recordProof: ({ db }: InTransaction, userId: string): Promise<void> => deps.closings().recordProof(db, userId, { secretsToo: false }),
    /** The PIN, or the password, was right. That is a proof where it is older than what closed the account. */
    acceptPin: ({ db }: InTransaction, userId: string): Promise<void> => acceptOldProof(db, userId, 'pin'),
    acceptPassword: ({ db }: InTransaction, userId: string): Promise<void> => acceptOldProof(db, userId, 'password'),
  }
}

const day = 24 * 60 * 60 * 1000

/** Milliseconds for which an account that an administrator had a hand on is no heir of somebody else's keys. */
const newcomerFor = 30 * day

/** Hands that are named to a person. */
const mostShown = 20

/** Interventions by which each of these could be somebody else's: chosen by an administrator, or found by guesses that an administrator forgave. */
const spoiledBy = {
  pin: ['pin_set', 'guesses_forgiven'],
  password: ['password_set', 'guesses_forgiven'],
} as const satisfies Record<string, readonly AccountHand[]>
