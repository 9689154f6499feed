import type { KeyDetail } from '@twofold/contract/keys'
import { otpauthDefaults } from '@twofold/contract/otpauth'
import { draftBody, type KeyDraft, readTags } from './key-draft.ts'
import type { EditKeyBody } from './use-edit-key.ts'

/** What of a key can be changed, as it is typed. The secret cannot: a new one is a new key. */
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
  tags: key.tags.join(', '),
  note: key.note ?? '',
  sites: key.sites?.join(', ') ?? '',
  exclusive: key.exclusive ?? false,
})

/** Only what differs from `before`, so that two people who change different things do not undo each other. */
export function editBody(before: KeyDraft, after: KeyDraft): EditKeyBody {
  const { secret: _secret, type: _type, tags: _tags, note: _note, ...settings } = draftBody(after)
  const known: Record<string, unknown> = draftBody(before)
  const changed = Object.entries({ ...settings, issuer: after.issuer.trim(), account: after.account.trim() }).filter(
    ([name, value]) => value !== (known[name] ?? ''),
  )
  const [tags, tagsBefore] = [readTags(after.tags), readTags(before.tags)]
  return {
    ...Object.fromEntries(changed),
    ...(tags.join(',') !== tagsBefore.join(',') && { tags }),
    ...(after.note !== before.note && { note: after.note }),
    ...(after.sites !== before.sites && { sites: readTags(after.sites) }),
    ...(after.exclusive !== before.exclusive && { exclusive: after.exclusive }),
  }
}
