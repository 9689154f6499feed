import * as z from 'zod/mini'
import { taggedEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { nameRules } from './text-fields.ts'
import { withAsciiDomain } from './email-address.ts'
import { hiddenInAddress, isPlainAddress } from './hidden-characters.ts'

const endpoint = taggedEndpoint('Installation')

/** Deliberately simple: an address is proven by an e-mail that arrives, not by a pattern. */
const addressPattern = /^[^\s\p{Cc}@<>()",;:\\[\]]+@[^\s\p{Cc}@<>()",;:\\[\]]+\.[^\s\p{Cc}@<>()",;:\\[\].]+$/u

/**
 * One message for an empty field and another for an invalid one. Not two checks of which the first aborts: an aborted field would skip the rules of
 * the whole object, such as `passwordsMatch`.
 */
const emptyOr = (empty: string, wrong: string) => ({ error: (issue: { input?: unknown }) => (issue.input === '' ? empty : wrong) })

export const nameField = z
  .string('Name is required')
  .check(
    ...nameRules('Name contains characters that are not allowed'),
    z.minLength(limits.nameMin, emptyOr('Name is required', 'Name must be at least 2 characters')),
    z.maxLength(limits.nameMax, `Name must be at most ${limits.nameMax} characters`),
  )

/** A domain that has no form in ASCII is none. */
const inAscii = /^[\0-\x7F]*$/

const isAddress = (isDomain: (domain: string) => boolean) =>
  z.refine<string>(
    (text) =>
      !isPlainAddress(text) ||
      (text.length <= limits.emailMax && addressPattern.test(withAsciiDomain(text)) && isDomain(text.slice(text.lastIndexOf('@') + 1))),
    emptyOr('Email is required', 'Please enter a valid email address'),
  )

/** The address of an account that may be stored from before domains were in ASCII: found as it is typed, and in that form. */
export const accountEmailField = z.string('Email is required').check(
  // Before trimming, which would remove a hidden character at either end as if it were a space.
  z.refine(isPlainAddress, hiddenInAddress),
  z.trim(),
  z.normalize('NFC'),
  isAddress(() => true),
)

/** A stored address differs from its normalized form by case only, which PostgreSQL compares by lower(). */
export const emailField = z.string('Email is required').check(
  z.refine(isPlainAddress, hiddenInAddress),
  z.trim(),
  z.normalize('NFC'),
  z.overwrite(withAsciiDomain),
  isAddress((domain) => inAscii.test(domain)),
)

export const newPasswordField = z
  .string('Password is required')
  .check(
    z.minLength(limits.passwordMin, emptyOr('Password is required', 'Password must be at least 8 characters')),
    z.maxLength(limits.passwordMax, `Password must be at most ${limits.passwordMax} characters`),
  )

export const confirmationField = z.string('Please confirm your password').check(z.minLength(1, 'Please confirm your password'))

export const pinField = z.string('PIN is required').check(z.regex(/^[0-9]{4}$/, emptyOr('PIN is required', 'PIN must be exactly 4 digits')))

/** Adds the rule that both passwords are equal to an object that has `password` and `password_confirmation`. */
export const passwordsMatch = z.refine<{ password: string; password_confirmation: string }>(
  (fields) => fields.password === fields.password_confirmation,
  { error: 'Passwords do not match', path: ['password_confirmation'], when: ({ value }) => typeof value === 'object' && value !== null },
)

export const pinConfirmed = z.refine<{ new_pin: string; new_pin_confirmation: string }>(
  (fields) => fields.new_pin === fields.new_pin_confirmation,
  { error: 'PINs do not match', path: ['new_pin_confirmation'], when: ({ value }) => typeof value === 'object' && value !== null },
)

export const role = z.enum(['admin', 'user'])
export type Role = z.infer<typeof role>

export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  is_active: z.boolean(),
  avatar: z.nullable(z.string()),
  email_verified: z.boolean(),
  created_at: z.string(),
})
export type User = z.infer<typeof user>

export const accountFields = {
  name: nameField,
  email: emailField,
  password: newPasswordField,
  password_confirmation: confirmationField,
  pin: pinField,
}

export const newAccount = z.strictObject(accountFields).check(passwordsMatch)
export type NewAccount = z.infer<typeof newAccount>

/** An account whose PIN is chosen when it is needed for the first time. */
export const accountFieldsWithoutPin = { ...accountFields, pin: z.optional(pinField) }
export const newAccountWithoutPin = z.strictObject(accountFieldsWithoutPin).check(passwordsMatch)
export type NewAccountWithoutPin = z.infer<typeof newAccountWithoutPin>

/** `oidc`: the OpenID Connect issuer that the installation names in its configuration. */
export const identityProviders = ['google', 'facebook', 'oidc'] as const
export const identityProvider = z.enum(identityProviders)
export type IdentityProvider = z.infer<typeof identityProvider>

/** A provider that the installation has configured, with its name for people. */
export const offeredProvider = z.object({ id: identityProvider, name: z.string() })
export type OfferedProvider = z.infer<typeof offeredProvider>

/** Facts that the browser may know before sign-in. */
export const getInstallation = endpoint('GET /installation', {
  summary: 'Get what this installation offers before sign-in',
  response: z.object({
    name: z.string(),
    sign_up: z.enum(['open', 'invite', 'closed']),
    /** There is no administrator yet: the set-up link creates the first one, and until then nobody else gets an account. */
    setup_required: z.boolean(),
    /** Characters of a new password. */
    password_min_length: z.number(),
    providers: z.array(offeredProvider),
    /** The maintenance that is under way: until when, and what administrators say about it. Only they can sign in meanwhile. */
    maintenance: z.nullable(z.object({ until: z.string(), message: z.string() })),
  }),
})
