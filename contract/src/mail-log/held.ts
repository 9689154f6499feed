import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { pageField, pageOf } from '../paging.ts'
import { said } from '../said.ts'

const endpoint = taggedEndpoint('E-mail held back')

/** An e-mail that was queued when the installation was restored from a backup. */
export const heldMail = z.object({
  id: z.string(),
  recipient_email: z.string(),
  subject: z.string(),
  template_name: z.nullable(z.string()),
  created_at: z.string(),
  /** It contains a one-time link, which the restore voided: if released, it ends as not sent. */
  has_void_link: z.boolean(),
})
export type HeldMail = z.infer<typeof heldMail>

export const listHeldMail = endpoint('GET /admin/email/held', {
  summary: 'List e-mails held back by a restore until an administrator decides, oldest first',
  query: z.strictObject({ page: pageField }),
  /** `as_of`: when this was counted. Given back as `until`, it keeps out what was held back since. */
  response: z.object({ mails: pageOf(heldMail), with_void_link: z.number(), as_of: z.string() }),
})

/** E-mails per call that are selected by id. */
export const heldMost = 1000

/** Without `ids` all of them; with `until` only those held back by then. */
const which = z.strictObject({
  ids: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(heldMost))),
  until: z.optional(z.iso.datetime({ offset: true })),
})
export type HeldSelection = z.infer<typeof which>

export const releaseHeldMail = endpoint('POST /admin/email/held/release', {
  summary: 'Send held e-mails',
  body: which,
  response: z.object({ ...said, count: z.number() }),
})

export const discardHeldMail = endpoint('POST /admin/email/held/discard', {
  summary: 'Discard held e-mails',
  body: which,
  response: z.object({ ...said, count: z.number() }),
})
