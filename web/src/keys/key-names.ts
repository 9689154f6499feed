import { t } from '@lingui/core/macro'
import { type DescriptionField, descriptionNames, noDescription } from '@twofold/contract/key-fields'
import { looksLikeSecret } from '@twofold/contract/looks-like-secret'
import { descriptionLabel } from './description-fields.ts'
import { type KeyDraft, readDescription } from './key-draft.ts'

/** Fields that are stored unencrypted, and visible to everybody with access to the key. */
export type NameField = 'name' | 'issuer' | 'account' | DescriptionField

const fields: readonly NameField[] = ['name', 'issuer', 'account', ...descriptionNames]

const isDescription = (field: NameField): field is DescriptionField => Object.hasOwn(noDescription, field)

/** The fields of a draft that look as if a secret had been pasted into them. What `before` says already was asked about then. */
export function suspiciousFields(draft: KeyDraft, before?: KeyDraft): NameField[] {
  return fields.filter((field) => {
    const text = draft[field]
    if (text === before?.[field]) return false
    return [isDescription(field) ? readDescription(field, text) : text].flat().some(looksLikeSecret)
  })
}

export function nameFieldLabel(field: NameField): string {
  switch (field) {
    case 'name':
      return t`Name`
    case 'issuer':
      return t`Issuer`
    case 'account':
      return t`Account`
    default:
      return descriptionLabel(field)
  }
}
