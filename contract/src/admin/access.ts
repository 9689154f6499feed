import { domainsIn, domainsMost } from '../domains.ts'
import * as z from 'zod/mini'
import { dayField } from '../days.ts'
import { taggedEndpoint } from '../endpoint.ts'
import { pageField, pageOf, searchField } from '../paging.ts'

const endpoint = taggedEndpoint('Access')

/**
 * Questions to the ledger. `access`: who can use which keys, now or on a day. `showings`: who was shown or copied codes. `secrets`: who ever had the
 * secret itself. `one_holder` and `unused`: keys, as the risk radar defines them.
 */
export const accessQuestion = z.enum(['access', 'showings', 'secrets', 'one_holder', 'unused'])
export type AccessQuestion = z.infer<typeof accessQuestion>

/** Limit up to which rows are counted and paged. The export has all of them. */
export const accessRowsMost = 250

const filters = {
  question: z._default(accessQuestion, 'access'),
  /** The id, or any part of the name. */
  key: searchField,
  /** The id, or any part of the name or e-mail. */
  person: searchField,
  /** The id, or any part of the name. */
  group: searchField,
  /** The whole tag. */
  tag: searchField,
  /** One or more domains, separated by commas or spaces. For `showings` only together with a key. */
  domain: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(1000),
      z.refine((text) => domainsIn(text).length <= domainsMost, { error: `At most ${domainsMost} domains` }),
      z.refine((text) => /^[\p{L}\p{M}\p{N}.\-@,;\s]*$/u.test(text), { error: 'Please enter domains such as example.org' }),
    ),
  ),
  /** Addresses that are in none of the domains, instead of those that are. */
  outside: z.optional(z.enum(['true'])),
  /** For `access`: a day in UTC, instead of now. */
  on: z.optional(dayField),
  /** For `showings`: days in UTC, both included. */
  from: z.optional(dayField),
  to: z.optional(dayField),
}

interface AskedFilters {
  question: AccessQuestion
  key?: string | undefined
  group?: string | undefined
  outside?: 'true' | undefined
  domain?: string | undefined
  on?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** A filter that the question does not know is refused, because an answer that ignores it would be read as one that obeys it. */
const fitting = [
  z.refine<AskedFilters>(({ question, group }) => question === 'access' || !group, {
    error: 'Only the question "access" has groups',
    path: ['group'],
  }),
  z.refine<AskedFilters>(({ question, on }) => question === 'access' || on === undefined, {
    error: 'Only the question "access" has a day',
    path: ['on'],
  }),
  z.refine<AskedFilters>(({ question, from, to }) => question === 'showings' || (from === undefined && to === undefined), {
    error: 'Only the question "showings" has a range of days',
    path: ['from'],
  }),
  // For a whole domain, `showings` would read every row of usage.
  z.refine<AskedFilters>(({ question, domain, key }) => question !== 'showings' || !domain || Boolean(key), {
    error: 'Please enter a key as well',
    path: ['domain'],
  }),
  z.refine<AskedFilters>(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: 'The range ends before it begins',
    path: ['to'],
  }),
  z.refine<AskedFilters>(({ domain, outside }) => outside === undefined || domainsIn(domain ?? '').length > 0, {
    error: 'Please enter the domains',
    path: ['domain'],
  }),
] as const

export const accessRow = z.object({
  key: z.object({ id: z.string(), name: z.string(), owner: z.object({ id: z.string(), name: z.string() }) }),
  /** `id` and `name` are null for an unproven address. */
  person: z.object({ id: z.nullable(z.string()), name: z.nullable(z.string()), email: z.string(), is_active: z.boolean() }),
  /** Null where it is not about access. */
  via: z.nullable(z.enum(['owner', 'direct', 'group'])),
  /** `name` is null if it is no longer known. */
  group: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  level: z.nullable(z.enum(['owner', 'admin', 'view'])),
  /** The use of the code, or the source of the secret; null for access. */
  what: z.nullable(z.enum(['shown', 'copied', 'added', 'secret', 'backup_codes', 'export'])),
  /** Beginning of the access, or time of the event. */
  since: z.string(),
  /** End of the access, past or planned; null: open, or not about access. */
  until: z.nullable(z.string()),
  /** Last copy of a code of the key, by anybody. */
  last_used_at: z.nullable(z.string()),
})
export type AccessRow = z.infer<typeof accessRow>

export const listAccess = endpoint('GET /admin/access', {
  summary: 'List who can or could use which keys, who saw or copied codes, and who has had secrets',
  query: z.strictObject({ ...filters, page: pageField }).check(...fitting),
  response: z.object({
    /** Time since which every change of access is recorded. */
    known_since: z.string(),
    /** There are more rows than were counted; the export has all of them. */
    has_more: z.boolean(),
    ...pageOf(accessRow).shape,
  }),
})

/** A whole question: what is exported, and what is saved. */
export const accessFilters = z.strictObject(filters).check(...fitting)
export type AccessFilters = z.infer<typeof accessFilters>

export const exportAccess = endpoint('GET /admin/access/export', {
  summary: 'Export the whole access ledger as CSV',
  query: accessFilters,
  response: z.string(),
  files: ['text/csv'],
})

export const exportEvidence = endpoint('GET /admin/access/evidence', {
  summary: 'Export the access ledger as a signed ZIP: names and times, no codes and no secrets',
  query: z.strictObject({ from: z.optional(dayField), to: z.optional(dayField) }).check(
    z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      error: 'The range ends before it begins',
      path: ['to'],
    }),
  ),
  response: z.string(),
  files: ['application/zip'],
})
