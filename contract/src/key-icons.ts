import * as z from 'zod/mini'
import { taggedEndpoint } from './endpoint.ts'
import { said } from './said.ts'

const endpoint = taggedEndpoint('Keys')

export const iconLimits = { bytes: 64 * 1024, side: 256 } as const

const base64Length = Math.ceil(iconLimits.bytes / 3) * 4

/** A picture in Base64. */
const picture = z.string().check(z.minLength(1), z.maxLength(base64Length), z.regex(/^[A-Za-z\d+/]+={0,2}$/))

export const getKeyIcon = endpoint('GET /keys/{id}/icon', {
  summary: 'Get the icon of a key, as PNG in Base64',
  errors: ['keys.icon_not_found', 'keys.not_found'],
  response: z.object({ icon: z.string(), png: z.string() }),
})

export const setKeyIcon = endpoint('PUT /keys/{id}/icon', {
  summary: `Set the icon of a key: a PNG of at most ${iconLimits.side} × ${iconLimits.side} pixels and ${iconLimits.bytes / 1024} kB, re-encoded from its pixels. Needs full control`,
  body: z.strictObject({ png: picture }),
  bodyLimit: base64Length + 1024,
  errors: ['keys.icon_invalid', 'keys.not_found', 'keys.view_only'],
  response: z.object({
    /** Version of the icon: a different icon has a different text. */
    icon: z.string(),
    ...said,
  }),
})

export const removeKeyIcon = endpoint('DELETE /keys/{id}/icon', {
  summary: 'Remove the icon of a key. Needs full control',
  errors: ['keys.not_found', 'keys.view_only'],
})
