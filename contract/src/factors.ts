import * as z from 'zod/mini'
import { taggedEndpoint } from './endpoint.ts'
import { signedIn } from './sessions.ts'
import { label } from './text-fields.ts'
import { said } from './said.ts'

const endpoint = taggedEndpoint('Second factor')

export const secondFactorMethod = z.enum(['totp', 'passkey', 'recovery_code', 'email'])
export type SecondFactorMethod = z.infer<typeof secondFactorMethod>

/** Input of the browser's WebAuthn interface; created and checked by the same library. */
const webauthn = z.record(z.string(), z.unknown())

const base64url = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(64 * 1024))

/*
 * The fields of `PublicKeyCredential.toJSON()` that are read. Browsers add fields as the standard grows, so these are the only objects whose unknown
 * fields are dropped rather than refused.
 */
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') }

export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(z.nullable(base64url)),
  }),
})
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

/** The browser's answer to `passkeyOptions`, with the id of its challenge. */
const passkeyAnswer = { challenge_id: z.uuid(), assertion: passkeyAssertion }
export const passkeyProof = z.strictObject(passkeyAnswer)
export type PasskeyProof = z.infer<typeof passkeyProof>

export const passkeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10))),
  }),
})
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>

const proof = z.string().check(z.trim(), z.minLength(1, 'Please enter the code'), z.maxLength(100))

export const passSecondFactor = endpoint('POST /auth/second-factor', {
  summary: 'Complete the second step of a sign-in; the session can do nothing else before it',
  bodyLimit: 64 * 1024,
  body: z.discriminatedUnion('method', [
    z.strictObject({ method: z.literal('totp'), code: proof }),
    z.strictObject({ method: z.literal('recovery_code'), code: proof }),
    z.strictObject({ method: z.literal('email'), code: proof }),
    z.strictObject({ method: z.literal('passkey'), ...passkeyAnswer }),
  ]),
  errors: [
    'auth.invalid_credentials',
    'auth.second_factor_ended',
    'auth.second_factor_passed',
    'auth.second_factor_wrong',
    'links.expired',
    'links.used',
    'links.wrong',
  ],
  response: signedIn,
})

/** Minutes for which a valid second factor confirms acts in its session. */
export const factorValidMinutes = 5

export const confirmFactor = endpoint('POST /auth/factors/confirm', {
  summary: 'Confirm the second factor for actions that need it; valid for five minutes in this session',
  bodyLimit: 64 * 1024,
  body: z.discriminatedUnion('method', [
    z.strictObject({ method: z.literal('totp'), code: proof }),
    z.strictObject({ method: z.literal('recovery_code'), code: proof }),
    z.strictObject({ method: z.literal('passkey'), ...passkeyAnswer }),
  ]),
  errors: ['auth.passkey_refused', 'factors.code_wrong', 'factors.none', 'links.expired', 'links.used', 'links.wrong'],
  response: z.object({ valid_until: z.string() }),
})

export const passkeyOptions = endpoint('POST /auth/passkey/options', {
  summary: 'Get the options to sign in with a passkey, or to use one as the second step or in place of a forgotten PIN',
  response: z.object({ challenge_id: z.string(), options: webauthn }),
})

export const signInWithPasskey = endpoint('POST /auth/passkey', {
  summary: 'Sign in with a passkey instead of a password',
  bodyLimit: 64 * 1024,
  body: z.strictObject({ ...passkeyAnswer, remember: z._default(z.boolean(), false) }),
  errors: ['auth.invalid_credentials', 'auth.passkey_refused', 'auth.unauthenticated', 'maintenance.active'],
  response: signedIn,
})

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
  is_backed_up: z.boolean(),
})
export type Passkey = z.infer<typeof passkey>

/** `void`: after too many wrong attempts no PIN is accepted until a new one is set. */
export const pinState = z.enum(['none', 'good', 'locked', 'void'])
export type PinState = z.infer<typeof pinState>

export const getFactors = endpoint('GET /auth/factors', {
  summary: 'List your second factors',
  response: z.object({
    totp: z.object({ is_enabled: z.boolean(), since: z.nullable(z.string()) }),
    passkeys: z.array(passkey),
    recovery_codes: z.object({ available: z.number(), total: z.number(), created_at: z.nullable(z.string()) }),
    has_pin: z.boolean(),
    pin_state: pinState,
    /** Seconds until a locked PIN may be tried again. */
    pin_retry_after: z.nullable(z.number()),
    has_password: z.boolean(),
  }),
})

/** Proof by an account without a usable PIN, wherever the PIN would be required. */
const currentPassword = z.optional(z.string().check(z.maxLength(256)))

export const beginTotp = endpoint('POST /auth/factors/totp', {
  summary: 'Create an authenticator secret for your sign-in; inactive until confirmed',
  body: z.strictObject({ current_password: currentPassword }),
  errors: ['factors.totp_enabled', 'pin.required', 'profile.password_wrong'],
  response: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmTotpBody = z.strictObject({ code: proof })

export const confirmTotp = endpoint('POST /auth/factors/totp/confirm', {
  summary: 'Confirm the authenticator with a code and activate it',
  body: confirmTotpBody,
  /** Only if there were none. */
  errors: ['factors.code_wrong', 'factors.totp_enabled', 'factors.totp_not_begun'],
  response: z.object({ ...said, recovery_codes: z.optional(z.array(z.string())) }),
})

export const removeTotp = endpoint('DELETE /auth/factors/totp', {
  summary: 'Remove the authenticator; sign-in no longer asks for codes',
  body: z.strictObject({ current_password: currentPassword }),
  errors: ['factors.totp_not_found', 'pin.required', 'profile.password_wrong'],
})

export const passkeyRegistrationOptions = endpoint('POST /auth/factors/passkeys/options', {
  summary: 'Get the options to create a passkey',
  body: z.strictObject({ current_password: currentPassword }),
  errors: ['pin.required', 'profile.password_wrong'],
  response: z.object({ challenge_id: z.string(), options: webauthn }),
})

const passkeyName = label(60).check(z.minLength(1, 'Name is required'))

export const addPasskey = endpoint('POST /auth/factors/passkeys', {
  summary: 'Add a passkey',
  status: 201,
  bodyLimit: 128 * 1024,
  body: z.strictObject({ challenge_id: z.uuid(), name: passkeyName, attestation: passkeyAttestation }),
  errors: ['auth.passkey_refused', 'factors.passkey_known'],
  response: z.object({ passkey, recovery_codes: z.optional(z.array(z.string())) }),
})

export const renamePasskeyBody = z.strictObject({ name: passkeyName })

export const renamePasskey = endpoint('PATCH /auth/factors/passkeys/{id}', {
  summary: 'Rename a passkey',
  body: renamePasskeyBody,
  errors: ['factors.passkey_not_found'],
  response: z.object({ passkey }),
})

export const removePasskey = endpoint('DELETE /auth/factors/passkeys/{id}', {
  summary: 'Remove a passkey',
  body: z.strictObject({ current_password: currentPassword }),
  errors: ['auth.invalid_credentials', 'factors.last_way_in', 'factors.passkey_not_found', 'pin.required', 'profile.password_wrong'],
})

/** Recovery codes per set; each is valid for one sign-in, or for a new PIN. */
export const recoveryCodesPerSet = 10

export const makeRecoveryCodes = endpoint('POST /auth/factors/recovery-codes', {
  summary: 'Replace the recovery codes with ten new ones, shown only in this answer. Needs the PIN',
  errors: ['factors.none'],
  response: z.object({ codes: z.array(z.string()) }),
})
