import * as z from 'zod/mini'
import { emailField, nameField, newPasswordField, pinField, role } from '../accounts.ts'
import { taggedEndpoint } from '../endpoint.ts'
import { pageField, pageOf, searchField } from '../paging.ts'
import { hasNoControlCharacters } from '../control-characters.ts'
import { said } from '../said.ts'

const endpoint = taggedEndpoint('Users')

/** People that one bulk act takes at most. */
export const bulkMost = 1000

const userFilters = {
  /** Any part of the name or e-mail. */
  search: searchField,
  role: z.optional(role),
  /** By default everybody who is not deleted. `inactive` is the former name of `deactivated`. */
  status: z.optional(z.enum(['active', 'deactivated', 'inactive', 'deleted'])),
  second_factor: z.optional(z.enum(['on', 'off'])),
}

export const userSort = z.enum(['name', 'email', 'role', 'status', 'two_fa_keys_count', 'last_login_at', 'created_at'])
export type UserSort = z.infer<typeof userSort>

/** Fields of a user in every list and screen. */
export const listed = {
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  is_active: z.boolean(),
  email_verified: z.boolean(),
  /** A passkey or an authenticator app is asked for at sign-in. */
  has_second_factor: z.boolean(),
  last_login_at: z.nullable(z.string()),
  created_at: z.string(),
  /** Always 0 for a deleted user. */
  two_fa_keys_count: z.number(),
  received_shares_count: z.number(),
  /** Time of the deletion; null: not deleted. */
  deleted_at: z.nullable(z.string()),
}
export const listedUser = z.object(listed)
export type ListedUser = z.infer<typeof listedUser>

export const listUsers = endpoint('GET /admin/users', {
  summary: 'List users by name or e-mail, role, status and second factor, sorted and paged',
  query: z.strictObject({
    ...userFilters,
    sort: z._default(userSort, 'name'),
    direction: z._default(z.enum(['asc', 'desc']), 'asc'),
    page: pageField,
  }),
  /** `has_more`: more than `total` match; in a very large installation a search does not count them to the end. */
  response: z.object({ ...pageOf(listedUser).shape, has_more: z.boolean() }),
})

export const createUser = endpoint('POST /admin/users', {
  summary: 'Create an account whose password must be changed at the first sign-in',
  status: 201,
  idempotent: true,
  body: z.strictObject({ name: nameField, email: emailField, role: z._default(role, 'user'), password: newPasswordField }),
  errors: ['auth.email_taken', 'setup.required', 'users.not_found'],
  response: z.object({ ...said, user: listedUser }),
})

/** `mail`: the system e-mails the person. `link`: the administrator gets the link to hand over, which is audited. */
const delivery = z._default(z.enum(['mail', 'link']), 'mail')

export const inviteUser = endpoint('POST /admin/users/invite', {
  summary: 'Invite somebody by e-mail, or get a link to pass on',
  status: 201,
  body: z.strictObject({ email: emailField, delivery }),
  errors: ['auth.email_taken', 'mail.not_set_up'],
  response: z.object({ ...said, link: z.nullable(z.string()), expires_at: z.string() }),
})

export const updateUser = endpoint('PATCH /admin/users/{id}', {
  summary: 'Change a user’s name or e-mail address; a new address is unverified until the user proves it',
  body: z.strictObject({ name: nameField, email: emailField }),
  errors: ['accounts.last_administrator', 'auth.email_taken', 'auth.no_longer_administrator', 'users.not_found', 'users.own_account'],
})

const reason = z.optional(z.string().check(z.trim(), z.maxLength(200), z.refine(hasNoControlCharacters)))

export const setUserStatus = endpoint('PUT /admin/users/{id}/status', {
  summary: 'Activate or deactivate a user; deactivating ends every session',
  body: z.strictObject({ is_active: z.boolean(), reason }),
  errors: ['accounts.last_administrator', 'auth.no_longer_administrator', 'users.not_found', 'users.own_account'],
  response: z.object({
    ...said,
    /** Open tasks after a deactivation; null for active users. */
    leaver_plan: z.nullable(z.object({ keys_to_decide: z.number(), secrets_to_rotate: z.number() })),
  }),
})

export const setUserRole = endpoint('PUT /admin/users/{id}/role', {
  summary: 'Change a user’s role; this ends every session',
  body: z.strictObject({ role }),
  errors: ['accounts.last_administrator', 'auth.no_longer_administrator', 'users.not_found', 'users.own_account'],
})

export const resetUserPassword = endpoint('POST /admin/users/{id}/reset-password', {
  summary: 'Set a password that must be changed at the next sign-in; secrets stay closed for a day',
  body: z.strictObject({ new_password: newPasswordField }),
  errors: ['accounts.last_administrator', 'auth.no_longer_administrator', 'users.not_found', 'users.own_account'],
})

export const makeResetLink = endpoint('POST /admin/users/{id}/reset-link', {
  summary: 'Send a password reset link by e-mail, or get it to pass on',
  body: z.strictObject({ delivery }),
  errors: ['mail.not_set_up', 'users.inactive', 'users.not_found'],
  response: z.object({ ...said, link: z.nullable(z.string()), expires_at: z.string() }),
})

export const resetUserPin = endpoint('POST /admin/users/{id}/reset-pin', {
  summary: 'Set a user’s PIN; secrets stay closed for a day',
  body: z.strictObject({ new_pin: pinField }),
  errors: ['accounts.last_administrator', 'auth.no_longer_administrator', 'users.not_found', 'users.own_account'],
})

export const removeUserFactors = endpoint('DELETE /admin/users/{id}/factors', {
  summary:
    'Remove the authenticator, passkeys and recovery codes of a user who lost them; the account stays closed until the user proves who they are',
  errors: ['accounts.last_administrator', 'auth.no_longer_administrator', 'users.no_factors', 'users.not_found', 'users.own_account'],
})

export const revokeUserSessions = endpoint('POST /admin/users/{id}/revoke-sessions', {
  summary: 'End every session of a user',
  errors: ['accounts.last_administrator', 'auth.no_longer_administrator', 'users.not_found', 'users.own_account'],
  response: z.object({ ...said, ended: z.number() }),
})

export const releaseUser = endpoint('POST /admin/users/{id}/release', {
  summary: 'Reopen an account that another administrator’s action closed. Needs the PIN and a second factor',
  errors: [
    'accounts.last_administrator',
    'auth.no_longer_administrator',
    'keys.secrets_closed',
    'trust.not_closed',
    'trust.not_independent',
    'trust.own_hand',
    'users.not_found',
    'users.own_account',
  ],
})

export const unlockUser = endpoint('POST /admin/users/{id}/unlock', {
  summary: 'Lift the locks after wrong passwords, codes and PINs',
  errors: ['accounts.last_administrator', 'auth.no_longer_administrator', 'users.not_found', 'users.own_account'],
})

export const verifyUserEmail = endpoint('POST /admin/users/{id}/verify', {
  summary: 'Mark an e-mail address as verified',
  errors: ['accounts.last_administrator', 'auth.no_longer_administrator', 'users.not_found', 'users.own_account'],
})

export const deleteUser = endpoint('DELETE /admin/users/{id}', {
  summary: 'Delete a user: end sessions and shares now, remove data and keys after 30 days',
  errors: ['accounts.last_administrator', 'auth.no_longer_administrator', 'profile.password_wrong', 'users.not_found', 'users.own_account'],
})

const selection = {
  /** These users, or all that match; exactly one of the two. */
  ids: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(bulkMost))),
  matching: z.optional(z.strictObject(userFilters)),
}

export const countImpact = endpoint('POST /admin/users/impact', {
  summary: 'Count what a bulk action on these users would affect',
  body: z.strictObject(selection),
  errors: ['users.nothing_selected', 'users.too_many'],
  response: z.object({
    users: z.number(),
    keys: z.number(),
    /** Keys of theirs that others use. */
    shared_keys: z.number(),
    /** Others who use them. */
    people: z.number(),
    sessions: z.number(),
    /** Waiting e-mails to them. */
    mails: z.number(),
  }),
})

export const bulkAction = z.enum(['activate', 'deactivate', 'promote', 'demote', 'revoke_sessions', 'delete'])
export type BulkAction = z.infer<typeof bulkAction>

export const bulkUsers = endpoint('POST /admin/users/bulk', {
  summary: 'Run a bulk action on users; each user succeeds or fails separately',
  body: z.strictObject({ ...selection, action: bulkAction, reason }),
  errors: [
    'accounts.last_administrator',
    'auth.no_longer_administrator',
    'profile.password_wrong',
    'users.not_found',
    'users.nothing_selected',
    'users.own_account',
    'users.too_many',
  ],
  response: z.object({
    ...said,
    results: z.array(z.object({ id: z.string(), name: z.string(), ok: z.boolean(), ...said })),
  }),
})
