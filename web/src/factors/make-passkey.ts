import { t } from '@lingui/core/macro'
import { addPasskey, passkeyRegistrationOptions } from '@twofold/contract/factors'
import { call } from '../lib/call.ts'
import { foreignAddress, NoPasskey } from '../lib/no-passkey.ts'

/** Asks the server what for, the browser for a passkey, and has the server keep it. Throws an ApiError or a NoPasskey. */
export async function makePasskey(name: string) {
  const library = import('@simplewebauthn/browser')
  const { challenge_id, options } = await call(passkeyRegistrationOptions, { body: {} })
  const { startRegistration } = await library
  // The server made these options with the same library, whose types the contract does not repeat.
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const attestation = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw new NoPasskey(foreignAddress(error, optionsJSON.rp.id) ?? reasonOf(error))
  })
  return call(addPasskey, { body: { challenge_id, name, attestation } })
}

/** Browsers' errors (WebAuthn Level 3 §5.1.3), which do not distinguish a refusal from a time-out. */
function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return t`This device has a passkey for your account already.`
  if (name === 'NotAllowedError' || name === 'AbortError')
    return t`No passkey was made: it was canceled, or took too long. Please try again.`
  return t`This device could not make a passkey. Please try another one.`
}
