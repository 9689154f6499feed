import * as z from 'zod/mini'
import { emailField } from '../accounts.ts'
import { taggedEndpoint } from '../endpoint.ts'

const endpoint = taggedEndpoint('Users')

/** Days in which a deleted user can be restored; after them their data are removed. */
export const restorableDays = 30

/** Counts of what a restoration returns. */
export const previewRestore = endpoint('GET /admin/users/{id}/restore', {
  summary: 'Preview what restoring a deleted user brings back, and whether the address is free',
  errors: ['users.not_deleted', 'users.not_found', 'users.restore_over'],
  response: z.object({
    name: z.string(),
    email: z.string(),
    /** Another account has the address by now: restoring needs another one. */
    is_address_taken: z.boolean(),
    /** Deactivated before the deletion, and so again. */
    is_deactivated: z.boolean(),
    keys: z.number(),
    /** Shares that others get back, and that the user gets back: those that have not expired, and whose key and people are still there. */
    shares_given: z.number(),
    shares_received: z.number(),
    groups: z.number(),
    /** Whether a link for a new password can be e-mailed. Otherwise an administrator hands it over. */
    is_mail_available: z.boolean(),
    restorable_until: z.string(),
  }),
})

export const restoreUser = endpoint('POST /admin/users/{id}/restore', {
  summary: 'Restore a deleted user with keys and shares; a new password is needed, and secrets stay closed for a day',
  /** `email`: in place of the address that the account had. */
  body: z.strictObject({ email: z.optional(emailField) }),
  errors: ['auth.no_longer_administrator', 'users.address_taken', 'users.not_deleted', 'users.not_found', 'users.restore_over'],
})
