import * as z from 'zod/mini'
import { defaultBodyLimit, taggedEndpoint } from './endpoint.ts'
import { importedDescription, shownDescription } from './key-fields.ts'
import { mapSealed } from './sealed-fields.ts'
import { iconLimits } from './key-icons.ts'
import { limits } from './limits.ts'
import { transferLimits } from './transfer-limits.ts'

const endpoint = taggedEndpoint('Import and export')

/** Verdict on an entry: `add` and `duplicate` say what an import would do, or did; `refused` comes with the reason. */
export const importVerdict = z.enum(['add', 'duplicate', 'refused'])
export type ImportVerdict = z.infer<typeof importVerdict>

/** Checked one by one by the service, so that each has a verdict instead of all being refused for one. */
const importEntry = z.strictObject({
  name: z.string(),
  /** An otpauth link with everything about the key. */
  uri: z.string(),
  /** Invalid sites, and those beyond the limit of a key, are left out. */
  ...importedDescription,
  ...mapSealed(() => z.optional(z.string())),
  /** The importing person's favorite. */
  favourite: z.optional(z.boolean()),
  /** A picture as `setKeyIcon` takes it, in Base64. One that cannot be kept is left out; the key comes without. */
  icon: z.optional(z.string()),
})

export const importKeys = endpoint('POST /keys/import', {
  summary: 'Import keys from links: a dry run first, then all new ones at once; keys that exist already are skipped',
  bodyLimit: transferLimits.importBytes,
  // Each key counts itself, its fields and its tags. An item may also hold a picture in Base64.
  bodyCounts: {
    itemBytes: defaultBodyLimit + 2 * iconLimits.bytes,
    items: 2 * limits.keysPerOwner,
    values: 2 * limits.keysPerOwner * 10 + limits.keysPerOwner * (limits.tagsPerKey + limits.sitesPerKey),
  },
  body: z.strictObject({
    dry_run: z.boolean(),
    entries: z.array(importEntry).check(z.minLength(1), z.maxLength(limits.keysPerOwner)),
  }),
  response: z.object({
    /** In the order of the entries. */
    verdicts: z.array(z.object({ verdict: importVerdict, reason: z.nullable(z.string()) })),
    /** In a dry run, the number that would be added. */
    added: z.number(),
    duplicates: z.number(),
    refused: z.number(),
    /** Pictures of added keys that are left out: no small PNG, or more than one import takes along. */
    icons_left_out: z.number(),
  }),
})

export const exportFormat = z.enum(['twofold', 'links', 'qr', 'aegis', 'bitwarden', 'keepass'])
export type ExportFormat = z.infer<typeof exportFormat>

export const exportKeys = endpoint('POST /keys/export', {
  summary: 'Export your own keys with their secrets, all or the named ones. Needs the PIN; the browser writes and encrypts the file',
  bodyLimit: transferLimits.exportBytes,
  bodyCounts: { items: limits.keysPerOwner + 1_000, values: limits.keysPerOwner + 2_000 },
  body: z.strictObject({
    format: exportFormat,
    /** Left out: all. */
    key_ids: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(limits.keysPerOwner))),
  }),
  errors: ['keys.not_found'],
  response: z.object({
    keys: z.array(
      z.object({
        name: z.string(),
        uri: z.string(),
        /** All but tags in our own form only. */
        ...shownDescription,
        ...mapSealed(() => z.string()),
        /** The exporting person's favorite. */
        favourite: z.optional(z.boolean()),
        /** PNG in Base64, in the forms that have a place for it. */
        icon: z.optional(z.string()),
      }),
    ),
    /** Pictures beyond what one export holds. */
    icons_left_out: z.number(),
    exported_at: z.string(),
  }),
})
