import { descriptionNames } from '@twofold/contract/key-fields'
import { mapSealed, sealedNames } from '@twofold/contract/sealed-fields'
import type { CallInput } from '@twofold/contract/endpoint'
import type { editKey, KeyDetail } from '@twofold/contract/keys'
import { otpauthDefaults } from '@twofold/contract/otpauth'
import { type KeyDraft, parametersBody, readDescription, typeDescription } from './key-draft.ts'

type EditKeyBody = CallInput<typeof editKey>['body']

/** Editable fields of a key, as typed. The secret is not among them: a new secret is a new key. */
export const editDraft = (key: KeyDetail): KeyDraft => ({
  name: key.name,
  secret: '',
  type: key.type,
  issuer: key.issuer ?? '',
  account: key.account ?? '',
  algorithm: key.algorithm,
  digits: String(key.digits),
  period: String(key.period ?? otpauthDefaults.period),
  counter: String(key.counter ?? 0),
  ...typeDescription(key),
  ...mapSealed((field) => key[field] ?? ''),
  exclusive: key.exclusive ?? false,
})

/** Only fields that differ from `before`, so that concurrent changes of different fields do not undo each other. */
export function editBody(before: KeyDraft, after: KeyDraft): EditKeyBody {
  const settings = parametersBody(after)
  const known: Record<string, unknown> = parametersBody(before)
  const changed = Object.entries({ ...settings, issuer: after.issuer.trim(), account: after.account.trim() }).filter(
    ([name, value]) => value !== (known[name] ?? ''),
  )
  const described = descriptionNames.filter(
    (field) => String(readDescription(field, after[field])) !== String(readDescription(field, before[field])),
  )
  return {
    ...Object.fromEntries(changed),
    ...Object.fromEntries(described.map((field) => [field, readDescription(field, after[field])])),
    ...Object.fromEntries(sealedNames.filter((field) => after[field] !== before[field]).map((field) => [field, after[field]])),
    ...(after.exclusive !== before.exclusive && { exclusive: after.exclusive }),
  }
}
