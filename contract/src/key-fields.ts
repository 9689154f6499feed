import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { label } from './text-fields.ts'

export const tagField = label(limits.tagMax).check(z.minLength(1))

/**
 * Descriptive fields of a key, in addition to its name and code parameters. This list is authoritative: a field can be added, changed, listed,
 * imported and exported because it is listed here, under the name of its column. docs/adding-things.md lists what else a new one needs. `sent`:
 * schema of input; `shown`: schema of answers; `none`: the empty value; `needs`: access level required to change it.
 */
export const descriptionFields = {
  tags: { sent: z.array(tagField).check(z.maxLength(limits.tagsPerKey)), shown: z.array(z.string()), none: [], needs: 'admin' },
  /** Sites on which its codes may be filled, as `sites.ts` reads them. Absent: none. */
  sites: {
    sent: z.array(z.string().check(z.maxLength(limits.siteMax))).check(z.maxLength(limits.sitesPerKey)),
    shown: z.optional(z.array(z.string())),
    none: [],
    needs: 'admin',
  },
} satisfies Record<string, { sent: z.ZodMiniType; shown: z.ZodMiniType; none: string | string[]; needs: 'admin' | 'owner' }>

type Fields = typeof descriptionFields
export type DescriptionField = keyof Fields

/** A value for each field, as the database keeps it. */
export type KeyDescription = { [Field in DescriptionField]: z.infer<Fields[Field]['sent']> }

/** Omitted or undefined fields are unset. */
export type PartialDescription = { [Field in DescriptionField]?: KeyDescription[Field] | undefined }

/** As keys are shown and exported: tags are always present, other fields only if they are set. */
export type WrittenDescription = PartialDescription & Pick<KeyDescription, 'tags'>

export const descriptionNames = Object.keys(descriptionFields) as DescriptionField[]

const mapFields = <Value>(of: (field: DescriptionField) => Value): Record<DescriptionField, Value> =>
  Object.fromEntries(descriptionNames.map((field) => [field, of(field)])) as Record<DescriptionField, Value>

/** A key that nothing is written down with. */
export const noDescription = mapFields((field) => descriptionFields[field].none) as KeyDescription

/** Fields of a request: omitted ones stay as they are. */
export const sentDescription = mapFields((field) => z.optional(descriptionFields[field].sent)) as {
  [Field in DescriptionField]: z.ZodMiniOptional<Fields[Field]['sent']>
}

export const shownDescription = mapFields((field) => descriptionFields[field].shown) as {
  [Field in DescriptionField]: Fields[Field]['shown']
}

/** Fields of an import's entry, which the server judges separately. */
export const importedDescription = mapFields((field) => z.optional(descriptionFields[field].shown)) as unknown as {
  [Field in DescriptionField]: z.ZodMiniOptional<Fields[Field]['shown']>
}

export const isWritten = (value: string | readonly string[] | undefined): boolean => value !== undefined && value.length > 0

/** The fields in which something is written; tags are always shown. */
export function writtenOf(description: PartialDescription): WrittenDescription {
  const written: Record<string, unknown> = { tags: [] }
  for (const field of descriptionNames) if (isWritten(description[field])) written[field] = description[field]
  return written as WrittenDescription
}
