import * as z from 'zod/mini'
import { emailField } from '../accounts.ts'
import { taggedEndpoint } from '../endpoint.ts'
import { pageField, pageOf, searchField } from '../paging.ts'
import { suppressionReason } from '../mail-rules/suppression-reason.ts'
import { hasNoControlCharacters } from '../control-characters.ts'
import { done } from '../said.ts'

const endpoint = taggedEndpoint('E-mail suppressions')

/** Characters of what is known about a suppression. */
export const detailMost = 500

const detailField = z.string().check(z.trim(), z.maxLength(detailMost), z.refine(hasNoControlCharacters))

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
  /** Since when the recipient has also complained, where that is not the reason. It stays on the list when the reason is removed. */
  complained_at: z.nullable(z.string()),
  created_at: z.string(),
})
export type Suppression = z.infer<typeof suppression>

const filters = {
  /** Any part of the address. */
  search: searchField,
  reason: z.optional(suppressionReason),
}

const exportFilters = z.strictObject(filters)
export type SuppressionFilters = z.infer<typeof exportFilters>

export const listSuppressions = endpoint('GET /admin/email/suppressions', {
  summary: 'List suppressed addresses by address and reason, newest first',
  query: z.strictObject({ ...filters, page: pageField }),
  response: z.object({ success: z.boolean(), suppressions: pageOf(suppression) }),
})

export const addSuppression = endpoint('POST /admin/email/suppressions', {
  summary: 'Suppress an address',
  status: 201,
  idempotent: true,
  body: z.strictObject({ email: emailField, detail: z.optional(detailField) }),
  errors: ['email.already_suppressed'],
  response: z.object({ ...done, suppression }),
})

/** Addresses per call. */
export const importMost = 500

const importedSuppression = z.strictObject({
  email: emailField,
  reason: suppressionReason,
  detail: z.optional(detailField),
  /** When another system suppressed it; at the latest now. */
  since: z.optional(z.iso.datetime({ offset: true })),
})
export type ImportedSuppression = z.infer<typeof importedSuppression>

export const importSuppressions = endpoint('POST /admin/email/suppressions/import', {
  summary: 'Suppress addresses of another system, each for the reason it has there. Known addresses stay as they are',
  bodyLimit: 1024 * 1024,
  body: z.strictObject({ entries: z.array(importedSuppression).check(z.minLength(1), z.maxLength(importMost)) }),
  /** `known`: were on the list before, or are in the call twice. */
  response: z.object({ ...done, added: z.number(), known: z.number() }),
})

export const exportSuppressions = endpoint('POST /admin/email/suppressions/export', {
  summary: 'Export the filtered suppression list as CSV. What a spreadsheet would read as a formula has an apostrophe before it',
  query: exportFilters,
  response: z.string(),
  files: ['text/csv'],
})

export const removeSuppression = endpoint('DELETE /admin/email/suppressions/{id}', {
  summary: 'Remove an address from the suppression list. One whose recipient also complained stays on it for that, as an entry of its own',
  errors: ['email.suppression_not_found'],
  response: z.object(done),
})
