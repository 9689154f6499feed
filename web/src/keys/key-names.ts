import { t } from '@lingui/core/macro'
import { looksLikeSecret } from '@twofold/contract/looks-like-secret'
import { type KeyDraft, readTags } from './key-draft.ts'

/** Fields that are stored unencrypted, and visible to everybody with access to the key. */
export type NameField = 'name' | 'issuer' | 'account' | 'tags'

const fields: readonly NameField[] = ['name', 'issuer', 'account', 'tags']

/** The fields of a draft that look as if a secret had been pasted into them. What `before` says already was asked about then. */
export function suspiciousFields(draft: KeyDraft, before?: KeyDraft): NameField[] {
  return fields.filter((field) => {
    if (draft[field] === before?.[field]) return false
    return (field === 'tags' ? readTags(draft.tags) : [draft[field]]).some(looksLikeSecret)
  })
}

/** Label of a field in forms. */
export function nameFieldLabel(field: NameField): string {
  switch (field) {
    case 'name':
      return t`Name`
    case 'issuer':
      return t`Issuer`
    case 'account':
      return t`Account`
    case 'tags':
      return t`Tags`
  }
}
