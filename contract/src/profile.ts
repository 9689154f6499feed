import * as z from 'zod/mini'
import { confirmationField, emailField, nameField, newPasswordField, pinConfirmed, pinField, user } from './accounts.ts'
import { taggedEndpoint } from './endpoint.ts'
import { passkeyProof } from './factors.ts'
import { languageField } from './languages.ts'
import { pageField, pageOf } from './paging.ts'
import { autoLockMinutes } from './pin.ts'
import { said, wordings } from './said.ts'

const endpoint = taggedEndpoint('Profile')

const currentPassword = z.string('Current password is required').check(z.minLength(1, 'Current password is required'), z.maxLength(256))

export const profileUser = z.extend(user, {
  pending_email: z.nullable(z.string()),
  auto_lock_minutes: z.nullable(z.number()),
  has_password: z.boolean(),
  has_pin: z.boolean(),
})
export type ProfileUser = z.infer<typeof profileUser>

export const getProfile = endpoint('GET /profile', {
  summary: 'Get your own account',
  response: z.object({ user: profileUser }),
})

export const updateProfileBody = z.strictObject({
  name: nameField,
  email: emailField,
  current_password: z.optional(z.string().check(z.maxLength(256))),
  auto_lock_minutes: z.optional(autoLockMinutes),
})

export const updateProfile = endpoint('PUT /profile', {
  summary: 'Change your name or e-mail address; a new address needs the password and takes effect once confirmed',
  body: updateProfileBody,
  errors: [
    'auth.email_taken',
    'keys.codes_closed',
    'keys.secrets_closed',
    'pin.not_set',
    'pin.required',
    'profile.password_missing',
    'profile.password_wrong',
  ],
  response: z.object({ user: profileUser, pending_email: z.nullable(z.string()), ...said }),
})

export const resendEmailChange = endpoint('POST /profile/pending-email', {
  summary: 'Resend the link that confirms the new e-mail address; the previous link becomes invalid',
  errors: ['mail.not_set_up', 'mail.unavailable', 'profile.no_pending_email'],
})

export const cancelEmailChange = endpoint('DELETE /profile/pending-email', {
  summary: 'Cancel a change of e-mail address; its link becomes invalid',
  response: z.object({ user: profileUser, ...said }),
})

export const getProfileStats = endpoint('GET /profile/stats', {
  summary: 'Get figures about your own account',
  response: z.object({
    stats: z.object({
      total_keys: z.number(),
      shared_keys_received: z.number(),
      recovery_codes_available: z.number(),
      recovery_codes_used: z.number(),
      last_login: z.nullable(z.string()),
      account_created: z.string(),
      account_status: z.enum(['active', 'inactive']),
      keys_shared_by_me: z.number(),
    }),
  }),
})

export const changePasswordBody = z
  .strictObject({
    /** Null for an account that has none: it proves itself with the PIN, entered a moment ago. */
    current_password: z.nullable(currentPassword),
    new_password: newPasswordField,
    new_password_confirmation: confirmationField,
  })
  .check(
    z.refine((fields) => fields.new_password === fields.new_password_confirmation, {
      error: 'Passwords do not match',
      path: ['new_password_confirmation'],
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  )

export const changePassword = endpoint('PUT /profile/password', {
  summary: 'Change your password, or set the first one; every session ends',
  body: changePasswordBody,
  errors: ['pin.required', 'profile.password_unchanged', 'profile.password_wrong'],
  response: z.object({ ...said, requires_reauth: z.boolean() }),
})

export const changePinBody = z
  .strictObject({
    current_pin: z.optional(pinField),
    current_password: z.optional(z.string().check(z.maxLength(256))),
    totp_code: z.optional(z.string().check(z.maxLength(100))),
    recovery_code: z.optional(z.string().check(z.maxLength(100))),
    passkey: z.optional(passkeyProof),
    new_pin: pinField,
    new_pin_confirmation: pinField,
  })
  .check(pinConfirmed)

export const changePin = endpoint('PUT /profile/pin', {
  summary:
    'Change the PIN with the current one, or with the password and the second factor or a recovery code. An account without a PIN needs only the password or the second factor',
  bodyLimit: 64 * 1024,
  body: changePinBody,
  errors: [
    'auth.passkey_refused',
    'factors.code_wrong',
    'pin.factor_required',
    'pin.locked',
    'pin.not_set',
    'pin.password_required',
    'pin.proof_required',
    'pin.proof_wrong',
    'pin.second_proof_required',
    'pin.sign_in_again',
    'pin.void',
    'pin.wrong',
    'profile.password_wrong',
    'vault.locked',
  ],
})

/** Effects of deleting the own account, shown beforehand. */
export const previewDeletion = endpoint('GET /profile/deletion', {
  summary: 'List who would lose access to which keys if you deleted your account',
  response: z.object({
    keys: z.number(),
    shared_keys: z.array(z.object({ id: z.string(), name: z.string(), people: z.number() })),
    people_losing_access: z.number(),
    is_last_administrator: z.boolean(),
  }),
})

export const deleteProfile = endpoint('DELETE /profile', {
  summary: 'Deactivate your own account and end its sessions; its data is removed after 30 days',
  body: z.strictObject({
    /** Left out by an account that has none: it proves itself with the PIN, entered a moment ago. */
    password: z.optional(z.string().check(z.minLength(1, 'Password is required'), z.maxLength(256))),
    confirmation: z.literal('DELETE', 'Type DELETE to confirm'),
  }),
  errors: ['accounts.last_administrator', 'pin.required', 'profile.password_required', 'profile.password_wrong'],
  response: z.object({ ...said, requires_reauth: z.boolean() }),
})

export const activityGroup = z.enum(['sign_in', 'security', 'keys', 'shares'])
export type ActivityGroup = z.infer<typeof activityGroup>

/** Filters of the activity. `others`: acts of somebody else, such as an administrator. */
export const activityFilter = z.enum([...activityGroup.options, 'others'])
export type ActivityFilter = z.infer<typeof activityFilter>

export const activityEntry = z.object({
  id: z.string(),
  kind: z.string(),
  /** Its group, regardless of the actor. */
  group: activityGroup,
  description: z.string(),
  said: z.object({ description: wordings }),
  actor: z.nullable(z.string()),
  address: z.nullable(z.string()),
  happened_at: z.string(),
})
export type ActivityEntry = z.infer<typeof activityEntry>

export const listActivity = endpoint('GET /profile/activity', {
  summary: 'List the activity of your own account, newest first',
  query: z.strictObject({ page: pageField, show: z.optional(activityFilter) }),
  response: pageOf(activityEntry),
})

export const preference = z.object({
  event: z.string(),
  title: z.string(),
  description: z.string(),
  said: z.object({ title: wordings, description: wordings }),
  is_wanted: z.boolean(),
})
export type Preference = z.infer<typeof preference>

const mailLanguage = {
  /** Language of the person's e-mails if translated; null: the originals'. */
  language: z.nullable(z.string()),
  /** Languages that any e-mail is translated into. */
  languages: z.array(z.string()),
}

export const getPreferences = endpoint('GET /profile/preferences', {
  summary: 'Get which optional e-mails you receive, and your languages',
  response: z.object({ data: z.array(preference), ...mailLanguage }),
})

export const putPreferences = endpoint('PUT /profile/preferences', {
  summary: 'Choose which optional e-mails you receive, and the languages of e-mails and pages',
  body: z.strictObject({
    preferences: z.optional(z.record(z.string(), z.boolean())),
    language: z.optional(z.nullable(languageField)),
    /**
     * Language of the pages; null: the browser's. E-mails use it too if any is translated into it or it is the originals', unless `language` differs.
     */
    page_language: z.optional(z.nullable(languageField)),
  }),
  errors: ['profile.preference_unknown'],
  response: z.object({ data: z.array(preference), ...mailLanguage, ...said }),
})
