import * as z from 'zod/mini'
import { confirmationField, nameField, newPasswordField, passwordsMatch, pinField } from './accounts.ts'
import { taggedEndpoint } from './endpoint.ts'
import { signedIn } from './sessions.ts'
import { said } from './said.ts'

const endpoint = taggedEndpoint('Links')

const token = z.string().check(z.minLength(1), z.maxLength(200))

export const linkLifetimes = {
  verifyHours: 24,
  resetMinutes: 30,
  inviteDays: 7,
  secondStepMinutes: 10,
  newPinMinutes: 30,
  stopDays: 7,
} as const

export const checkLink = endpoint('POST /auth/links/check', {
  summary: 'Get what an e-mailed link is for and whether it is still valid; does not consume it',
  body: z.strictObject({ token }),
  response: z.object({
    state: z.enum(['good', 'used', 'expired', 'wrong']),
    purpose: z.nullable(z.enum(['verify_email', 'change_email', 'reset_password', 'invite', 'second_step', 'new_pin', 'stop'])),
    email: z.nullable(z.string()),
  }),
})

/** Keys of an invitation that are named; there may be more. */
export const invitedKeysMost = 50

export const readInvitation = endpoint('POST /auth/invite/read', {
  summary: 'Get who sent an invitation and the names of the waiting keys, for the holder of the link; does not consume it',
  body: z.strictObject({ token }),
  errors: ['links.wrong'],
  response: z.object({
    /** Null: the account no longer exists. */
    invited_by: z.nullable(z.string()),
    /** Keys shared by the inviter, never by others who share with the same address; none if the link is no longer valid. */
    keys: z.array(z.object({ name: z.string() })),
    expires_at: z.string(),
  }),
})

export const verifyEmail = endpoint('POST /auth/email/verify', {
  summary: 'Verify an address with the link from the e-mail',
  body: z.strictObject({ token }),
  errors: ['auth.email_taken', 'links.expired', 'links.used', 'links.wrong'],
})

export const resetPasswordBody = z
  .strictObject({ token, password: newPasswordField, password_confirmation: confirmationField })
  .check(passwordsMatch)

export const resetPassword = endpoint('POST /auth/password/reset', {
  summary: 'Set a new password with the link from the e-mail; every session ends',
  body: resetPasswordBody,
  errors: ['links.expired', 'links.used', 'links.wrong'],
})

export const stopClosing = endpoint('POST /auth/stop', {
  summary:
    'Object to another person’s action on your account, which stays closed until you prove who you are or a second administrator reopens it',
  body: z.strictObject({ token }),
  errors: [
    'links.expired',
    'links.used',
    'links.wrong',
    'requests.decided',
    'requests.expired',
    'requests.not_found',
    'trust.nothing_to_stop',
  ],
})

export const acceptInvitation = endpoint('POST /auth/invite/accept', {
  summary: 'Create the account of an invitation',
  status: 201,
  body: z
    .strictObject({
      token,
      name: nameField,
      password: newPasswordField,
      password_confirmation: confirmationField,
      pin: z.optional(pinField),
    })
    .check(passwordsMatch),
  errors: ['auth.email_taken', 'auth.sign_up_closed', 'links.expired', 'links.used', 'links.wrong', 'setup.required'],
  response: signedIn,
})

export const breachRange = endpoint('GET /breach-range/{prefix}', {
  tag: 'Sign-in',
  summary: 'Count how often passwords whose SHA-1 starts with these five characters appeared in breaches',
  params: z.strictObject({ prefix: z.string().check(z.regex(/^[0-9A-Fa-f]{5}$/)) }),
  response: z.object({ known: z.boolean(), suffixes: z.array(z.object({ suffix: z.string(), count: z.number() })) }),
})

export const session = z.object({
  id: z.string(),
  device: z.string(),
  address: z.nullable(z.string()),
  created_at: z.string(),
  last_seen_at: z.string(),
  is_current: z.boolean(),
  remember: z.boolean(),
})

export const listSessions = endpoint('GET /auth/sessions', {
  tag: 'Sessions',
  summary: 'List your active sessions',
  response: z.object({ data: z.array(session) }),
})

export const endSession = endpoint('DELETE /auth/sessions/{id}', {
  tag: 'Sessions',
  summary: 'End a session, or with `others` all except this one',
  params: z.strictObject({ id: z.union([z.uuid(), z.literal('others')]) }),
  errors: ['sessions.not_found'],
  response: z.object({ ...said, ended: z.number() }),
})
