import * as z from 'zod/mini'
import { emailField } from '../accounts.ts'
import { taggedEndpoint } from '../endpoint.ts'
import { pageField, pageOf, searchField } from '../paging.ts'
import { suppressionReason } from '../mail-rules/suppression-reason.ts'
import { hasNoControlCharacters } from '../hidden-characters.ts'
import { done } from '../said.ts'

const endpoint = taggedEndpoint('E-mail suppressions')

/** A suppressed address, and the reason. */
export const suppression = z.object({
  id: z.string(),
  email: z.string(),
  reason: suppressionReason,
  detail: z.nullable(z.string()),
  /** The e-mail that came back. */
  log_id: z.nullable(z.string()),
  /** The administrator who added it. */
  created_by: z.nullable(z.object({ id: z.string(), name: z.string() })),
  created_at: z.string(),
})
export type Suppression = z.infer<typeof suppression>

export const listSuppressions = endpoint('GET /admin/email/suppressions', {
  summary: 'List suppressed addresses, newest first',
  query: z.strictObject({ search: searchField, page: pageField }),
  response: z.object({ success: z.boolean(), suppressions: pageOf(suppression) }),
})

export const addSuppression = endpoint('POST /admin/email/suppressions', {
  summary: 'Suppress an address',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    email: emailField,
    detail: z.optional(z.string().check(z.trim(), z.maxLength(500), z.refine(hasNoControlCharacters))),
  }),
  errors: ['email.already_suppressed'],
  response: z.object({ ...done, suppression }),
})

export const removeSuppression = endpoint('DELETE /admin/email/suppressions/{id}', {
  summary: 'Remove an address from the suppression list',
  errors: ['email.suppression_not_found'],
  response: z.object(done),
})
