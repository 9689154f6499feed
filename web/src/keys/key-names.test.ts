import { expect, test } from 'vitest'
import { emptyDraft } from './key-draft.ts'
import { suspiciousFields } from './key-names.ts'

const secret = 'JBSWY3DPEHPK3PXP'

test('a secret in any text that is stored in clear is asked about, and not in the note or in its own place', () => {
  const draft = { ...emptyDraft, name: `Mail ${secret}`, issuer: secret, account: secret, tags: `work, ${secret}`, note: secret, secret }
  expect(suspiciousFields(draft)).toEqual(['name', 'issuer', 'account', 'tags'])
  expect(suspiciousFields({ ...emptyDraft, name: 'Mail', note: secret, secret })).toEqual([])
})

test('a name that was confirmed once is not asked about again', () => {
  const before = { ...emptyDraft, name: secret, issuer: 'Mail' }
  expect(suspiciousFields({ ...before, note: 'x' }, before)).toEqual([])
  expect(suspiciousFields({ ...before, issuer: secret }, before)).toEqual(['issuer'])
})
