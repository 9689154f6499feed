import { expect, test } from 'vitest'
import { looksLikeSecret } from './looks-like-secret.ts'

test.each([
  'JBSWY3DPEHPK3PXP',
  'jbswy3dpehpk3pxp',
  'Mail JBSWY3DPEHPK3PXP',
  'secret=JBSWY3DPEHPK3PXP&x',
  'JBSWY3DP\u200bEHPK3PXP',
  'ＪＢＳＷＹ３ＤＰＥＨＰＫ３ＰＸＰ',
  'JBSWY3DPEHPK3PXP====',
  'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
])('%s looks like a secret', (text) => {
  expect(looksLikeSecret(text)).toBe(true)
})

test.each([
  ['a word without a digit', 'Internationalization'],
  ['fewer letters than a secret has', 'JBSWY3DPEHPK3PX'],
  ['letters that Base32 does not have', 'JBSWY3DPEHPK3PX0'],
  ['several words', 'JBSWY3DP EHPK3PXP'],
  ['part of an address', 'alexandermiller77@example.org'],
  ['the place of an address', 'ann@alexandermiller77.org'],
])('%s does not', (_what, text) => {
  expect(looksLikeSecret(text)).toBe(false)
})
