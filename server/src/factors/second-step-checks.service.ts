import { AppError, fail } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import { readingTogether } from '../platform/shared-reads.ts'
import type { Tx } from '../platform/transaction.ts'
import type { Proof, SecondStepServiceDeps } from './second-step.service.ts'

/** Wrong tries of an account, over all its sign-ins, until further ones are not looked at. */
const triesPerHour = 10
const minute = 60_000
const hour = 60 * minute

/** `right`: admits, but proves nothing, since somebody else could have had it. */
type Verdict = 'wrong' | 'right' | 'proof'

/** Verifies second steps, and limits attempts. */
export function createSecondStepChecks(deps: SecondStepServiceDeps) {
  const guesses = deps.guesses(deps.db)

  /** Counts a try of the account before it is looked at. */
  async function reserveTry(userId: string): Promise<void> {
    const windowEnds = new Date(deps.clock.now() + hour)
    if (await guesses.reserveSecondStep(userId, { most: triesPerHour, windowEnds, now: deps.clock.date() })) return
    const ends = (await guesses.find('second_step', userId))?.locked_until ?? windowEnds
    const seconds = Math.max(1, Math.ceil((ends.getTime() - deps.clock.now()) / 1000))
    throw fail('rate.limited', { parameters: { seconds }, retryAfter: seconds })
  }

  const giveTryBack = (tx: Pick<Tx, 'db'>, userId: string): Promise<void> => deps.guesses(tx.db).giveBack('second_step', userId)

  /** A check that is made in the transaction of what it allows. */
  async function prepare(user: Identity, proof: Proof, client: Client): Promise<(tx: Tx) => Promise<Verdict>> {
    const verdictOf = (isRight: boolean): Verdict => (isRight ? 'proof' : 'wrong')
    switch (proof.method) {
      case 'totp':
        return async (tx) => verdictOf(await deps.totp.use(tx, user.id, proof.code))
      case 'recovery_code':
        return async (tx) => verdictOf(await deps.recoveryCodes.use(tx, user.id, proof.code, client.address))
      case 'email':
        return (tx) => usesOwnLink(tx, user, proof.code)
      case 'passkey': {
        // Outside of the transaction: the challenge is used up, also when the answer is wrong.
        const proven = await deps.passkeys.proveSecondStep(user.id, proof)
        return async (tx) => verdictOf(proven !== undefined && (await proven.record(tx)))
      }
    }
  }

  /** A link that somebody else may have had still signs in, since nobody could otherwise; it opens nothing that is closed. */
  async function usesOwnLink(tx: Tx, user: Identity, token: string): Promise<Verdict> {
    try {
      const link = await deps.links.use(tx, token, ['second_step'])
      if (link.user_id !== user.id) return 'wrong'
      return (await deps.trust.isClean(tx, link)) ? 'proof' : 'right'
    } catch (error) {
      if (error instanceof AppError) return 'wrong'
      throw error
    }
  }

  /** The person sees that somebody tried, and so does the audit log. */
  async function noteWrong(user: Identity, client: Client): Promise<void> {
    await deps.transaction((tx) => deps.activity.record(tx, { userId: user.id, kind: 'second_factor_wrong', address: client.address }))
  }

  /** Counts a try, and takes the challenge of a passkey in the same round trip. Nobody learns what a try too many would have shown. */
  async function reserveAndPrepare(...[user, ...proof]: Parameters<typeof prepare>): ReturnType<typeof prepare> {
    const [, check] = await readingTogether(() => Promise.all([reserveTry(user.id), prepare(user, ...proof)]))
    return check
  }

  return { reserveTry, giveTryBack, noteWrong, prepare, reserveAndPrepare }
}
