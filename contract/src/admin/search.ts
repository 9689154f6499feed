import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { hasNoControlCharacters } from '../control-characters.ts'

const endpoint = taggedEndpoint('Back office')

/** Characters from which on a search finds anything: fewer would read every name there is. */
export const shortestSearch = 3

/** Hits of each kind. */
export const shownHits = 5

export const searchOffice = endpoint('GET /admin/search', {
  summary: 'Search users, key names with their owners, and e-mail templates; a few of each',
  query: z.strictObject({ q: z._default(z.string().check(z.trim(), z.maxLength(254), z.refine(hasNoControlCharacters)), '') }),
  response: z.object({
    users: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
    /** Names and owners only. */
    keys: z.array(z.object({ id: z.string(), name: z.string(), owner: z.object({ id: z.string(), name: z.string() }) })),
    templates: z.array(z.object({ slug: z.string(), name: z.string() })),
  }),
})
