import { v7 as uuid } from 'uuid'
import type { ChallengeRow } from './passkeys.repository.ts'
import { challengeLifetime } from './webauthn.ts'
import type { Asked, PasskeysServiceDeps } from './passkeys.service.ts'

export function createPasskeyChallenges(deps: PasskeysServiceDeps) {
  const passkeys = deps.passkeys(deps.db)

  async function ask(purpose: ChallengeRow['purpose'], userId: string | null, options: { challenge: string }): Promise<Asked> {
    const id = uuid()
    const expires_at = new Date(deps.clock.now() + challengeLifetime)
    await passkeys.putChallenge({ id, user_id: userId, purpose, challenge: options.challenge, expires_at })
    return { challenge_id: id, options: { ...options } }
  }

  return { ask }
}

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>
