import { addPasskey, beginTotp, confirmTotp, passkeyRegistrationOptions, passSecondFactor } from '@twofold/contract/factors'
import { decodeBase32 } from '@twofold/contract/base32'
import { signIn } from '@twofold/contract/sessions'
import { HOTP, Secret } from 'otpauth'
import { createPerson, type TestApp, testPassword } from '../../testing/start-test-app.ts'
import { createSoftwareAuthenticator } from './software-authenticator.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>

/** The code at a time, in milliseconds since 1970, as another implementation computes it (RFC 6238). */
export function codeAt(secret: string, time: number): string {
  const bytes = decodeBase32(secret) ?? new Uint8Array()
  return HOTP.generate({ secret: new Secret({ buffer: bytes.buffer }), counter: Math.floor(time / 30_000), digits: 6 })
}

/** Sets up the authenticator app of a person. Uses up the code of the present window. */
export async function enrolTotp(app: TestApp, person: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await person.call(beginTotp, { body: { current_password: testPassword } })
  const confirmed = await person.call(confirmTotp, { body: { code: codeAt(begun.body.secret, app.clock.now()) } })
  if (confirmed.status !== 200) throw new Error(`Enrolling failed: ${JSON.stringify([begun.body, confirmed.body])}`)
  return { secret: begun.body.secret, recoveryCodes: confirmed.body.recovery_codes ?? [] }
}

export async function enrolPasskey(app: TestApp, person: Person, name = 'Laptop') {
  const authenticator = createSoftwareAuthenticator(app.config.appUrl)
  const asked = await person.call(passkeyRegistrationOptions, { body: { current_password: testPassword } })
  const { challenge_id, options } = asked.body
  const added = await person.call(addPasskey, { body: { challenge_id, name, attestation: authenticator.register(options) } })
  if (added.status !== 201) throw new Error(`Adding a passkey failed: ${JSON.stringify([asked.body, added.body])}`)
  return { authenticator, id: added.body.passkey.id, recoveryCodes: added.body.recovery_codes ?? [] }
}

/** Signs in with the password; what comes back may wait for its second step. */
export async function enterPassword(app: TestApp, email: string) {
  const answer = await app.call(signIn, { body: { email, password: testPassword } })
  const person = createPerson(app.url, email, answer.body.access_token ?? '')
  return {
    ...person,
    answer,
    passTotp: (code: string) => person.call(passSecondFactor, { body: { method: 'totp', code } }),
    passRecoveryCode: (code: string) => person.call(passSecondFactor, { body: { method: 'recovery_code', code } }),
  }
}
