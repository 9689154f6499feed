import type { PasskeyProof } from '@twofold/contract/factors'
import { readingTogether } from '../platform/shared-reads.ts'
import type { Asked, ProvenPasskey, PasskeysServiceDeps } from './passkeys.service.ts'
import type { PasskeyChallenges } from './passkey-challenges.service.ts'

export function createPasskeyProofs(deps: PasskeysServiceDeps, { ask }: PasskeyChallenges) {
  const passkeys = deps.passkeys(deps.db)

  async function verify(
    answer: PasskeyProof,
    as: { purpose: 'sign_in' | 'second_step'; userId: string | null },
  ): Promise<ProvenPasskey | undefined> {
    const [taken, passkey] = await readingTogether(() =>
      Promise.all([
        passkeys.takeChallenge(answer.challenge_id, as.purpose, as.userId, deps.clock.date()),
        passkeys.findByCredential(answer.assertion.id),
      ]),
    )
    if (taken === undefined || passkey === undefined) return undefined
    // A second step belongs to the account whose password was correct; a first sign-in belongs to the account that the passkey names.
    const claimed = as.purpose === 'second_step' ? as.userId : deps.webauthn.userIdOf(answer.assertion)
    if (claimed !== passkey.user_id) return undefined
    const verified = await deps.webauthn.verifyAuthentication(answer.assertion, passkey, taken.challenge, as.purpose === 'sign_in')
    if (verified === undefined) return undefined
    return {
      userId: passkey.user_id,
      async record({ db }) {
        const rows = deps.passkeys(db)
        if (!(await rows.lockUnused(passkey))) return false
        await rows.recordUse(passkey.id, verified.counter, verified.isBackedUp, deps.clock.date())
        return true
      },
    }
  }

  return {
    /** Names no passkeys, so that it does not reveal who has one. User verification is required, since the passkey replaces both factors. */
    beginSignIn: async (): Promise<Asked> => ask('sign_in', null, await deps.webauthn.authenticationOptions([], 'required')),
    async beginSecondStep(userId: string): Promise<Asked> {
      return ask('second_step', userId, await deps.webauthn.authenticationOptions(await passkeys.list(userId), 'preferred'))
    },
    /** Undefined when the answer is not right. The challenge is used up either way. */
    proveSignIn: (answer: PasskeyProof) => verify(answer, { purpose: 'sign_in', userId: null }),
    proveSecondStep: (userId: string, answer: PasskeyProof) => verify(answer, { purpose: 'second_step', userId }),
  }
}
