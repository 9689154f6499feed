import { expect, test } from 'vitest'
import { readScannedText } from './scanned-text.ts'

test('a link keeps all of its parameters', () => {
  const link = 'otpauth://totp/Code%20host:ann?secret=jbswy3dpehpk3pxp&algorithm=SHA512&digits=8&period=60'
  expect(readScannedText(link)).toEqual({
    ok: true,
    parameters: {
      kind: 'totp',
      secret: 'JBSWY3DPEHPK3PXP',
      issuer: 'Code host',
      account: 'ann',
      algorithm: 'SHA512',
      digits: 8,
      period: 60,
      counter: null,
    },
  })
})

test('a bare secret is taken without its white space, in upper case', () => {
  expect(readScannedText(' jbsw y3dp\nehpk 3pxp ')).toMatchObject({ parameters: { kind: 'totp', secret: 'JBSWY3DPEHPK3PXP', digits: 6 } })
})

test.each([
  ['an address of the web', 'https://example.org/', 'no_key'],
  ['a text that is not Base32', 'Hello, world!', 'no_key'],
  ['nothing', '  ', 'no_key'],
  ['a link without a secret', 'otpauth://totp/x?issuer=y', 'no_key'],
  ['a link with a secret that is not Base32', 'otpauth://totp/x?secret=0189', 'unreadable'],
  ['a link of an unknown kind', 'otpauth://motp/x?secret=JBSWY3DPEHPK3PXP', 'unreadable'],
  ['a link with digits that no key has', 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&digits=20', 'unreadable'],
])('%s is no key', (_what, text, failure) => {
  expect(readScannedText(text)).toMatchObject({ ok: false, failure })
})
