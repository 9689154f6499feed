import * as z from 'zod/mini'
import { identityProvider, type IdentityProvider, offeredProvider } from './accounts.ts'
import { taggedEndpoint } from './endpoint.ts'
import { signedIn } from './sessions.ts'
import { said } from './said.ts'

const endpoint = taggedEndpoint('Sign-in at an issuer')

/** The page of ours that a provider sends the browser back to. One for each, so that none can answer for another (RFC 9700 §4.4). */
export const callbackPath = (provider: IdentityProvider) => `/callback/${provider}`

/** Minutes in which somebody has to come back from the provider. */
export const attemptMinutes = 10

const short = z.string().check(z.minLength(1), z.maxLength(200))

/** Parameters that the provider added to the page's address, verbatim. */
const answer = z.strictObject({
  provider: identityProvider,
  state: short,
  code: z.string().check(z.minLength(1), z.maxLength(4096)),
  iss: z.optional(z.string().check(z.maxLength(1000))),
})
export type ProviderAnswer = z.infer<typeof answer>

const currentPassword = z.optional(z.string().check(z.maxLength(256)))

/** URL to send the browser to. */
const departure = z.object({ url: z.string() })

export const beginIdentitySignIn = endpoint('POST /auth/identities/sign-in', {
  summary: 'Start a sign-in with a provider; only the same browser can finish it',
  body: z.strictObject({ provider: identityProvider, remember: z._default(z.boolean(), false) }),
  errors: ['identities.needs_browser', 'identities.not_offered', 'identities.refused', 'identities.unavailable'],
  response: departure,
})

export const finishIdentitySignIn = endpoint('POST /auth/identities/sign-in/finish', {
  summary: 'Finish a sign-in with the provider’s answer, or create an account where sign-up is open',
  body: answer,
  /** `email`: the address that has to be verified first. */
  errors: [
    'auth.email_taken',
    'auth.invalid_credentials',
    'auth.locked',
    'auth.sign_up_closed',
    'identities.account_inactive',
    'identities.address_taken',
    'identities.attempt_over',
    'identities.needs_browser',
    'identities.no_email',
    'identities.not_offered',
    'identities.refused',
    'identities.unavailable',
    'identities.unverified',
    'maintenance.active',
    'setup.required',
  ],
  response: z.extend(signedIn, { email: z.optional(z.string()) }),
})

export const identity = z.object({
  id: z.string(),
  provider: identityProvider,
  /** The provider's name, or the issuer's address if it is no longer the configured one. */
  name: z.string(),
  email: z.nullable(z.string()),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
})
export type Identity = z.infer<typeof identity>

export const listIdentities = endpoint('GET /auth/identities', {
  summary: 'List connected accounts that you can sign in with',
  response: z.object({ data: z.array(identity), providers: z.array(offeredProvider) }),
})

export const beginConnecting = endpoint('POST /auth/identities', {
  summary: 'Start to connect an account of a provider. Needs the PIN or the password',
  body: z.strictObject({ provider: identityProvider, current_password: currentPassword }),
  errors: [
    'identities.needs_browser',
    'identities.not_offered',
    'identities.refused',
    'identities.unavailable',
    'pin.required',
    'profile.password_wrong',
  ],
  response: departure,
})

export const finishConnecting = endpoint('POST /auth/identities/finish', {
  summary: 'Finish connecting an account with the provider’s answer',
  body: answer,
  errors: [
    'identities.attempt_over',
    'identities.connected_already',
    'identities.needs_browser',
    'identities.not_offered',
    'identities.refused',
    'identities.unavailable',
  ],
  response: z.object({ identity, ...said }),
})

export const disconnectIdentity = endpoint('DELETE /auth/identities/{id}', {
  summary: 'Disconnect an account; refused if it is the only way to sign in',
  body: z.strictObject({ current_password: currentPassword }),
  errors: ['auth.invalid_credentials', 'identities.last_way_in', 'identities.not_found', 'pin.required', 'profile.password_wrong'],
})
