import * as z from 'zod/mini'
import { emailField } from '../accounts.ts'
import { taggedEndpoint } from '../endpoint.ts'
import { requestedPermission, sharePermission } from '../keys.ts'
import { limits } from '../limits.ts'
import { said } from '../said.ts'
import { takeApproval } from '../service-accounts.ts'

const endpoint = taggedEndpoint('Sharing')

/** `info`: it was shared already, and the level or end changed. `warning`: nothing was done. */
export const shareOutcome = z.enum(['success', 'info', 'warning'])
export type ShareOutcome = z.infer<typeof shareOutcome>

/** Expiry of a share; null: none. */
const expiresAt = z.optional(z.nullable(z.iso.datetime({ offset: true, error: 'Please enter a date and time' })))

const takeTerms = {
  /** For a service account. */
  approval: z.optional(takeApproval),
  /** For a service account: the creator of its token may not approve. */
  four_eyes: z.optional(z.boolean()),
}

/** The recipient: an address, with or without an account; a group of the caller; or a service account, which can take codes and nothing else. */
const shareTarget = {
  email: z.optional(emailField),
  group_id: z.optional(z.uuid()),
  service_account_id: z.optional(z.uuid()),
  ...takeTerms,
  permission: z._default(requestedPermission, 'view'),
  expires_at: expiresAt,
}

interface Target {
  email?: string | undefined
  group_id?: string | undefined
  service_account_id?: string | undefined
}

/** Exactly one of the three. */
function isOneTarget<T extends Target>() {
  return z.refine<T>(
    (target) => [target.email, target.group_id, target.service_account_id].filter((one) => one !== undefined).length === 1,
    {
      path: ['email'],
      error: 'Please name one address, one group or one service account',
    },
  )
}

/** Sharing one key or several can meet these. */
const sharingErrors = [
  'groups.not_found',
  'service_accounts.not_found',
  'sharing.codes_only',
  'sharing.expires_in_past',
  'sharing.for_programs',
  'sharing.limit_reached',
  'sharing.too_many_invitations',
] as const

export const shareKey = endpoint('POST /keys/{id}/share', {
  summary: 'Share your own key; the answer does not reveal whether the address has an account',
  body: z.strictObject(shareTarget).check(isOneTarget()),
  errors: [...sharingErrors, 'keys.not_found', 'keys.owner_only'],
  response: z.object({
    ...said,
    type: shareOutcome,
    /** Null when nothing was shared. */
    share_id: z.nullable(z.string()),
  }),
})

export const shareKeys = endpoint('POST /keys/share', {
  summary: 'Share several of your own keys at once, each with its own result',
  body: z
    .strictObject({ key_ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(limits.keysPerShare)), ...shareTarget })
    .check(isOneTarget()),
  errors: sharingErrors,
  response: z.object({
    ...said,
    type: shareOutcome,
    results: z.array(
      z.object({
        id: z.string(),
        /** `not_found`: no such key, or not an own one. */
        outcome: z.enum(['shared', 'changed', 'unchanged', 'not_found']),
        share_id: z.nullable(z.string()),
      }),
    ),
  }),
})

export const share = z.object({
  id: z.string(),
  /** The address as it was typed, and of a person who has used the key and has another one since, that one; null for a group. */
  email: z.nullable(z.string()),
  /** Name of the person, once they have used the key: until then it stays hidden whether the address has an account. */
  name: z.nullable(z.string()),
  group: z.nullable(z.object({ id: z.string(), name: z.string(), members: z.number() })),
  service_account: z.nullable(
    z.object({
      id: z.string(),
      /** Its id, until one of its managers has accepted a key of the owner, or the owner manages it. */
      name: z.string(),
      /** People who can make tokens for it. */
      managers: z.number(),
      approval: takeApproval,
      four_eyes: z.boolean(),
      /** False: it waits for one of its managers. */
      is_accepted: z.boolean(),
    }),
  ),
  permission: sharePermission,
  created_at: z.string(),
  expires_at: z.nullable(z.string()),
  is_expired: z.boolean(),
  /** The hour in which a code was last shown; null: never. */
  last_shown_at: z.nullable(z.string()),
  /** Last copy of a code, or hand-out to the service account; null: never. */
  last_used_at: z.nullable(z.string()),
  /** Time at which a recipient of the share last saw the key's present secret; null: never. */
  secret_seen_at: z.nullable(z.string()),
  /** Somebody joined with the address since it was shared, by a link that others may have had: it takes effect once the owner confirms the person. */
  awaits_confirmation: z.boolean(),
})
export type Share = z.infer<typeof share>

/** A share that has ended, and can be given again. */
export const endedShare = z.extend(share, { ended_at: z.string() })
export type EndedShare = z.infer<typeof endedShare>

/** A share that has ended, and for which its person asks. */
export const askedShare = z.extend(endedShare, { asked_at: z.string() })
export type AskedShare = z.infer<typeof askedShare>

export const listShares = endpoint('GET /keys/{id}/shares', {
  summary: 'List who has your key, since when, until when, and when they last used it',
  errors: ['keys.not_found', 'keys.owner_only'],
  response: z.object({
    data: z.array(share),
    /** Ended within a day, the latest first. */
    ended: z.array(endedShare),
    /** People who lost the key within 30 days and request it, the latest first. */
    asked: z.array(askedShare),
  }),
})

export const changeShare = endpoint('PATCH /keys/{id}/shares/{share_id}', {
  summary: 'Change the level or expiry of a share, or whether a service account has to ask before each code',
  body: z.strictObject({ permission: z.optional(requestedPermission), expires_at: expiresAt, ...takeTerms }),
  errors: [
    'keys.not_found',
    'keys.owner_only',
    'sharing.codes_only',
    'sharing.expires_in_past',
    'sharing.for_programs',
    'sharing.not_found',
  ],
})

export const revokeShare = endpoint('DELETE /keys/{id}/shares/{share_id}', {
  summary: 'Revoke a share, effective from the next call on',
  errors: ['keys.not_found', 'keys.owner_only', 'sharing.not_found'],
})

export const restoreShare = endpoint('POST /keys/{id}/shares/{share_id}/restore', {
  summary: 'Undo revoking a share, within a day',
  errors: ['keys.not_found', 'keys.owner_only', 'sharing.cannot_undo', 'sharing.limit_reached'],
})

export const remindShare = endpoint('POST /keys/{id}/shares/{share_id}/remind', {
  summary: 'Remind a recipient who has not used a share yet; the answer does not reveal whether the address has an account',
  errors: ['keys.not_found', 'keys.owner_only', 'sharing.not_found', 'sharing.too_many_invitations'],
})

export const listContacts = endpoint('GET /contacts', {
  summary: 'List people you share keys with, directly or through your own group, latest first',
  response: z.object({
    data: z.array(
      z.object({
        /** As typed. */
        email: z.string(),
        /** Name of the person, once they have used a key of the caller: until then it stays hidden whether the address has an account. */
        name: z.nullable(z.string()),
      }),
    ),
    /** False: nobody hears of a share by e-mail, and no invitation is sent, until e-mail is set up. */
    is_mail_available: z.boolean(),
  }),
})

export const confirmShare = endpoint('POST /keys/{id}/shares/{share_id}/confirm', {
  summary: 'Confirm the person who signed up with the address, where no e-mail proves it',
  errors: ['keys.not_found', 'keys.owner_only', 'sharing.not_found'],
})

export const leaveKey = endpoint('POST /keys/{id}/leave', {
  summary: 'Leave a key that somebody shares with you',
  errors: ['keys.not_found', 'sharing.own_key', 'sharing.through_group'],
})
