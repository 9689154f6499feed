import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { handKind } from '../trust.ts'
import { approvalRefusal } from './requests.ts'
import { said } from '../said.ts'

const endpoint = taggedEndpoint('Requests')

/** A change to the mail path that makes links for a new password or PIN close an account. */
export const mailPathChange = z.object({
  id: z.string(),
  kind: handKind,
  /** Name of the changed item. */
  what: z.nullable(z.string()),
  /** Null: a command on the server. */
  by: z.nullable(z.string()),
  happened_at: z.string(),
  /** Time at which it stops to count. */
  counts_until: z.nullable(z.string()),
  cannot_approve: z.nullable(approvalRefusal),
  /** End of the closure of the reader's account if that is the reason. */
  cannot_approve_until: z.nullable(z.string()),
})
export type MailPathChange = z.infer<typeof mailPathChange>

export const getMailPath = endpoint('GET /admin/mail-path', {
  summary:
    'List changes to the e-mail path that no second administrator has approved, newest first. While there are none, links prove an address',
  response: z.object({ changes: z.array(mailPathChange) }),
})

/** More than these are approved in turns. */
export const mailPathMost = 100

export const approveMailPath = endpoint('POST /admin/mail-path/approve', {
  summary: 'Approve changes to the e-mail path made by another administrator; links count as proof again at once',
  body: z.strictObject({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(mailPathMost)) }),
  errors: [
    'auth.no_longer_administrator',
    'keys.secrets_closed',
    'requests.made_by_asker',
    'requests.no_factor',
    'requests.own',
    'requests.subject',
  ],
  response: z.object({ ...said, approved: z.number() }),
})
