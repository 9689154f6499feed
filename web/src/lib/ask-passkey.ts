import { t } from '@lingui/core/macro'
import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser'
import { passkeyOptions, signInWithPasskey } from '@twofold/contract/factors'
import { call, callWithRateLimit } from './call.ts'
import { foreignAddress, NoPasskey } from './no-passkey.ts'

/** Milliseconds after which a question is asked again: the server forgets it after five minutes. */
const renewAfter = 4 * 60_000

/** A passkey's answer, for the calls that take it. */
export type PasskeyAnswer = Awaited<ReturnType<typeof askPasskey>>

/**
 * Asks for a passkey: one of the user's own in a session, otherwise any. `autofill`: the browser offers it in the e-mail field, and this waits until
 * one is chosen. A newer request cancels an older one. Throws an ApiError or a NoPasskey.
 */
export async function askPasskey({ autofill = false } = {}) {
  const { challenge_id, options } = await call(passkeyOptions)
  // The server made these options with the same library, whose types the contract does not repeat.
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const assertion = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill }).catch((error: unknown) => {
    throw new NoPasskey(foreignAddress(error, optionsJSON.rpId) ?? reasonOf(error))
  })
  return { challenge_id, assertion }
}

/** Signs in with a passkey alone. */
export const signInBy = (answer: PasskeyAnswer, remember: boolean) =>
  callWithRateLimit(signInWithPasskey, { body: { ...answer, remember } })

/** Lets the browser offer passkeys in the e-mail field until `signal`. Resolves with the chosen one, or undefined. Never rejects. */
export async function offerPasskeys(signal: AbortSignal): Promise<PasskeyAnswer | undefined> {
  if (!(await browserSupportsWebAuthnAutofill())) return undefined
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony())
  while (!signal.aborted) {
    await untilVisible()
    let isOld = false
    const renewal = setTimeout(() => {
      isOld = true
      WebAuthnAbortService.cancelCeremony()
    }, renewAfter)
    const answer = await askPasskey({ autofill: true }).catch(() => undefined)
    clearTimeout(renewal)
    // A user who canceled, or has no passkey, is not asked over and over.
    if (answer !== undefined || !isOld) return signal.aborted ? undefined : answer
  }
  return undefined
}

/** Resolves when somebody looks at the page. */
async function untilVisible(): Promise<void> {
  if (!document.hidden) return
  await new Promise((visible) => document.addEventListener('visibilitychange', visible, { once: true }))
}

/** Browsers' errors (WebAuthn Level 3 §5.1.4), which do not distinguish a refusal from a time-out. */
function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  return name === 'NotAllowedError' || name === 'AbortError'
    ? t`No passkey was used: it was canceled, or took too long. Please try again.`
    : t`This device could not use a passkey. Please choose another way.`
}
