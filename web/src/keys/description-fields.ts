import { t } from '@lingui/core/macro'
import type { DescriptionField } from '@twofold/contract/key-fields'
import type { SealedField } from '@twofold/contract/sealed-fields'
import { limits } from '@twofold/contract/limits'

export type DescribingField = DescriptionField | SealedField

interface FieldOnScreens {
  label: () => string
  help?: () => string
  maxLength?: number
  /** Several lines. */
  isLong?: boolean
  /** Only people with full control have an input for it: the owner has a section of the access sheet. */
  isOnOwnersSheet?: boolean
  /** Listed among the facts of the dashboard's panel. */
  isOnPanel: boolean
  /** Whether words of the dashboard's search are found anywhere in it, or only where a value begins. */
  search: 'anywhere' | 'beginning' | 'never'
  /** Stored encrypted: a key has it only when it is opened. */
  isSealed?: boolean
}

/** Lists do not have it, so that nothing can be found in it. */
interface SealedOnScreens extends FieldOnScreens {
  search: 'never'
  isSealed: true
}

/**
 * How forms, panel and search treat each of these fields, in the order of the forms. The dashboard loads this file: types of the contract only, since
 * its schemas are in the scripts of forms.
 */
const fieldsOnScreens: Record<DescriptionField, FieldOnScreens & { isSealed?: never }> & Record<SealedField, SealedOnScreens> = {
  tags: { label: () => t`Tags`, help: () => t`Separated by commas.`, isOnPanel: true, search: 'beginning' },
  note: {
    label: () => t`Note`,
    help: () => t`Stored encrypted. Only you and people with full control can read it.`,
    maxLength: limits.noteMax,
    isLong: true,
    isOnPanel: true,
    search: 'never',
    isSealed: true,
  },
  sites: {
    label: () => t`Sites`,
    help: () => t`The browser extension fills codes of this key on these sites only. Separated by commas.`,
    isOnOwnersSheet: true,
    isOnPanel: false,
    search: 'never',
  },
}

export const describingFields = Object.entries<FieldOnScreens>(fieldsOnScreens).map(([name, field]) => ({
  name: name as DescribingField,
  ...field,
}))

export const descriptionLabel = (field: DescribingField): string => fieldsOnScreens[field].label()

type Described = { [Field in DescribingField]?: string | readonly string[] | null | undefined }

/** The texts that a key has in a field. Empty: nothing is written there. */
export const textsIn = (key: Described, field: DescribingField): string[] => [key[field] ?? []].flat().filter((text) => text !== '')

/** The same, and whether the field is a list of texts. */
export const shownIn = (key: Described, field: DescribingField) => ({ texts: textsIn(key, field), isList: Array.isArray(key[field]) })
