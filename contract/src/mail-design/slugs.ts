import * as z from 'zod/mini'

const slugShape = /^[a-z0-9]+(-[a-z0-9]+)*$/
const uuidShape = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Path segments that conflict with slugs. */
export const reservedSlugs = ['statistics', 'themes', 'preview', 'initialize-system', 'check', 'presets'] as const
export const slugMax = 64

/** Never shaped like an id, so that an address takes either. */
export const slugField = z.string().check(
  z.maxLength(slugMax),
  z.regex(slugShape),
  z.refine((slug) => !uuidShape.test(slug)),
)

/** The `{id}` of an address that is an id or a slug. */
export const idOrSlug = z.strictObject({ id: z.union([z.uuid(), slugField]) })

/** Slug in a path: an invalid one is simply not found. */
export const slugParams = z.strictObject({ slug: z.string().check(z.maxLength(slugMax), z.regex(/^[a-z0-9-]+$/i)) })

/** `name` as a slug that is not in `taken`, nor reserved. */
export function slugOf(name: string, taken: (slug: string) => boolean): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, slugMax - 6)
    .replace(/-+$/, '')
  const base = plain === '' || uuidShape.test(plain) ? `item-${plain}`.replace(/-$/, '').slice(0, slugMax - 6) : plain
  const isFree = (slug: string) => !taken(slug) && !reservedSlugs.some((word) => word === slug)
  if (isFree(base)) return base
  for (let number = 2; ; number += 1) {
    if (isFree(`${base}-${number}`)) return `${base}-${number}`
  }
}
