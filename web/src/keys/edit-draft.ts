import type { KeyDetail } from '@twofold/contract/keys'
import { otpauthDefaults } from '@twofold/contract/otpauth'
import { draftBody, type KeyDraft } from './key-draft.ts'
import type { EditKeyBody } from './use-edit-key.ts'

/** What of a key can be changed, as it is typed. The secret cannot: a new one is a new key. */
export interface EditDraft {
  key: KeyDraft
  /** Separated by commas. */
  tags: string
  note: string
}

export function editDraft(key: KeyDetail): EditDraft {
  return {
    key: {
      name: key.name,
      secret: '',
      type: key.type,
      issuer: key.issuer ?? '',
      account: key.account ?? '',
      algorithm: key.algorithm,
      digits: String(key.digits),
      period: String(key.period ?? otpauthDefaults.period),
      counter: String(key.counter ?? 0),
    },
    tags: key.tags.join(', '),
    note: key.note ?? '',
  }
}

export const readTags = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

/** Only what differs from `before`, so that two people who change different things do not undo each other. */
export function editBody(before: EditDraft, after: EditDraft): EditKeyBody {
  const { secret: _secret, type: _type, ...settings } = draftBody(after.key)
  const known: Record<string, unknown> = draftBody(before.key)
  const changed = Object.entries({ ...settings, issuer: after.key.issuer.trim(), account: after.key.account.trim() }).filter(
    ([name, value]) => value !== (known[name] ?? ''),
  )
  const [tags, tagsBefore] = [readTags(after.tags), readTags(before.tags)]
  return {
    ...Object.fromEntries(changed),
    ...(tags.join(',') !== tagsBefore.join(',') && { tags }),
    ...(after.note !== before.note && { note: after.note }),
  }
}
