import * as z from 'zod/mini'
import { taggedEndpoint } from './endpoint.ts'
import { pageField, pageOf } from './paging.ts'

const endpoint = taggedEndpoint('Usage')

/** `shown`: codes were generated for the person within this hour. `copied`: they copied one. `secret`, `backup_codes` and `export`: they saw what makes codes. */
export const usageKind = z.enum(['shown', 'copied', 'secret', 'backup_codes', 'export'])

export const usageEntry = z.object({
  kind: usageKind,
  /** Without an e-mail address it is a service account, which takes codes and copies none. */
  person: z.object({ name: z.string(), email: z.nullable(z.string()), is_owner: z.boolean() }),
  /** Purpose of the code as stated by the taker, unverified. */
  reason: z.nullable(z.string()),
  /** The first time within the hour for `shown`, else the very time. */
  at: z.string(),
})
export type UsageEntry = z.infer<typeof usageEntry>

export const keyUsage = endpoint('GET /keys/{id}/usage', {
  summary: 'List who saw or copied codes of your own key, newest first',
  query: z.strictObject({ page: pageField }),
  errors: ['keys.not_found', 'keys.owner_only'],
  response: z.extend(pageOf(usageEntry), {
    /** Codes copied on each of the last 30 days in UTC, today last. */
    copies: z.array(z.number()),
  }),
})
