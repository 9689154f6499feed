import type { PasskeyProof } from '@twofold/contract/factors'
import { fail } from '../platform/fail.ts'
import type { Client, Credentials } from '../platform/identity.ts'
import type { OpenedSession } from '../sessions/session-rules.ts'
import type { Asked } from './passkeys.service.ts'
import type { SecondStepServiceDeps } from './second-step.service.ts'

export function createSecondStepPasskeys(deps: SecondStepServiceDeps) {
  return {
    /**
     * Options for one of the user's own passkeys: for the second step of a session, or a forgotten PIN. Without a session any passkey may sign in
     * without a password.
     */
    async passkeyOptions(credentials: Credentials): Promise<Asked> {
      const user = await deps.sessions.authenticate(credentials, { isPoll: false, isRead: false })
      return user === undefined ? deps.passkeys.beginSignIn() : deps.passkeys.beginSecondStep(user.id)
    },
    async signInWithPasskey(input: PasskeyProof & { remember: boolean }, client: Client): Promise<OpenedSession> {
      const proven = await deps.passkeys.proveSignIn(input)
      if (proven === undefined) throw fail('auth.passkey_refused')
      const account = await deps.accounts.require(proven.userId)
      if (!account.is_active) throw fail('auth.passkey_refused')
      return deps.transaction(async (tx) => {
        // The account is locked before the passkey, as in a second step by one.
        const [, isRecorded] = await Promise.all([deps.holdAccount(tx.db, account.id), proven.record(tx)])
        if (!isRecorded) throw fail('auth.passkey_refused')
        await deps.trust.recordProof(tx, account.id)
        return deps.opening.open(tx, account, client, input.remember)
      })
    },
  }
}
