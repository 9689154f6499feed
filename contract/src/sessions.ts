import * as z from 'zod/mini'
import { accountEmailField, accountFieldsWithoutPin, newAccount, newPasswordField, passwordsMatch, user } from './accounts.ts'
import { taggedEndpoint } from './endpoint.ts'

const endpoint = taggedEndpoint('Sign-in')

/** The answer to a sign-in or sign-up. `access_token` is missing while the e-mail still has to be verified. */
export const signedIn = z.object({
  access_token: z.optional(z.string()),
  email_verification_required: z.boolean(),
  redirect_to: z.optional(z.string()),
  user: z.optional(user),
  /** The session can only take its second step. */
  second_factor_required: z.optional(z.boolean()),
  methods: z.optional(z.array(z.string())),
  /** The session can only set a new password. */
  password_change_required: z.optional(z.boolean()),
})
export type SignedIn = z.infer<typeof signedIn>

export const signInBody = z.strictObject({
  email: accountEmailField,
  // The same rule without the complaints for new passwords, which are not shown at sign-in.
  password: newPasswordField.check(),
  remember: z._default(z.boolean(), false),
})

export const signIn = endpoint('POST /auth/login', {
  summary: 'Sign in with e-mail and password',
  body: signInBody,
  errors: ['auth.invalid_credentials', 'auth.locked', 'maintenance.active'],
  response: signedIn,
})

export const signUp = endpoint('POST /auth/register', {
  summary: 'Create an account and sign in',
  status: 201,
  body: newAccount,
  errors: ['auth.email_taken', 'auth.invalid_credentials', 'auth.sign_up_closed', 'setup.required'],
  response: signedIn,
})

export const signOut = endpoint('POST /auth/logout', {
  summary: 'End this session',
})

export const signOutAlias = { ...signOut, path: '/logout' } as const

/** The signed-in user, what their sign-in still lacks, and the state of the vault's lock in this session. */
export const currentUser = z.extend(user, {
  second_factor_required: z.optional(z.boolean()),
  /** Available methods of the second step. */
  methods: z.optional(z.array(z.string())),
  password_change_required: z.optional(z.boolean()),
  /** With `password_change_required`: whether the sign-in chose to be remembered, for the one after the change. */
  remember: z.optional(z.boolean()),
  auto_lock_minutes: z.nullable(z.number()),
  /** The language that was chosen for the pages; null: the browser's. */
  page_language: z.nullable(z.string()),
  is_locked: z.boolean(),
  /** An administrator changed how one signs in: there are no codes until then, or until a proof. */
  codes_closed_until: z.nullable(z.string()),
  /** The person objected to that: only a proof or a second administrator opens the account. */
  is_stopped: z.optional(z.boolean()),
  /** There is no second factor, and the installation asks for one; `due_at` null: it does not insist. */
  second_factor_asked: z.optional(z.object({ due_at: z.nullable(z.string()) })),
  /** The person joined by a link that others may have had: what is shared with the address waits until its owner confirms the person. */
  address_in_doubt: z.optional(z.boolean()),
  /** A second factor is now required: the session can only add one. */
  enrolment_required: z.optional(z.boolean()),
})
export type CurrentUser = z.infer<typeof currentUser>

export const getCurrentUser = endpoint('GET /auth/user', {
  summary: 'Get the signed-in user, and what the sign-in still needs',
  response: currentUser,
})

export const getCurrentUserAlias = { ...getCurrentUser, path: '/user' } as const

const setupToken = z.string().check(z.minLength(1), z.maxLength(200))

export const checkSetupLink = endpoint('POST /auth/setup/check', {
  tag: 'Set-up',
  summary: 'Check whether a set-up link is still valid; does not consume it',
  body: z.strictObject({ token: setupToken }),
  response: z.object({ valid: z.boolean(), expires_at: z.nullable(z.string()) }),
})

export const setUp = endpoint('POST /auth/setup', {
  tag: 'Set-up',
  summary: 'Create the first administrator with the single-use set-up link, and sign in',
  status: 201,
  body: z.strictObject({ ...accountFieldsWithoutPin, token: setupToken }).check(passwordsMatch),
  errors: ['auth.email_taken', 'maintenance.active', 'setup.link_invalid', 'setup.required'],
  response: signedIn,
})

/** Request for another link, or for one to a new password. */
export const linkRequestBody = z.strictObject({ email: accountEmailField })

export const requestVerification = endpoint('POST /auth/email/verification-notification', {
  summary: 'Resend the verification e-mail',
  body: linkRequestBody,
  errors: ['mail.unavailable'],
})

export const requestPasswordReset = endpoint('POST /auth/password/email', {
  summary: 'Send a password-reset link',
  body: linkRequestBody,
  errors: ['mail.unavailable'],
})
