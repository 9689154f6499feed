import { beforeAll, expect, test } from 'vitest'
import { i18n } from '@lingui/core'
import { toBytes } from '../opening/bytes.ts'
import { failureOf, readTransfer } from '../read-file.ts'

/* The fixtures are written by web/import-fixtures-extension.py with openssl and Python's Argon2, as each release of the extension writes them. */
const fixtures = import.meta.glob<string>('../fixtures/formats/extension-*.json', { query: '?raw', import: 'default', eager: true })
const releases = [1, 2, 3].map((release) => [release, fixtures[`../fixtures/formats/extension-${release}.json`] ?? ''] as const)
const password = 'open sesame é'
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const open = (text: string, given?: string) => readTransfer(toBytes(text), { name: 'authenticator.json', password: given })
const failure = (text: string, given?: string) => open(text, given).then(() => 'read', failureOf)

test.each(releases)('a backup of release %i asks for its password, and again for the right one', async (_, text) => {
  expect(await failure(text)).toBe('password_needed')
  for (const wrong of ['open sesame e', 'open sesame é ', '1'.repeat(200)]) expect(await failure(text, wrong)).toBe('password_wrong')
  const { entries } = await open(text, password)
  expect(entries.map((entry) => [entry.name, entry.ok && entry.isFavourite])).toEqual([
    ['Code host', true],
    ['Bank', false],
    ['ann', false],
    ['Door', false],
  ])
})

test('a file changed behind the right password is damage, and never half an import', async () => {
  const [, , [, text] = [0, '']] = releases
  const file = JSON.parse(text) as Record<string, Record<string, unknown>>
  const [first = '', second = ''] = Object.keys(file)
  const changed = (more: object) => JSON.stringify({ ...file, [first]: { ...file[first], ...more } })
  expect(await failure(changed({ data: file[second]?.['data'] }), password)).toBe('read')
  expect(await failure(changed({ data: 'U2FsdGVkX18=' }), password)).toBe('damaged')
  expect(await failure(changed({ data: 'AAAA' }), password)).toBe('damaged')
  expect(await failure(changed({ keyId: 'none' }), password)).toBe('damaged')
})

test('a key that asks for more work than any release is refused before it is done', async () => {
  const [, , [, text] = [0, '']] = releases
  expect(await failure(text.replace('m=19456,t=2', 'm=4194304,t=9'), password)).toBe('too_costly')
  expect(await failure(text.replace('$argon2id$', '$argon2i$'), password)).toBe('damaged')
})

test('a backup without a password is read where fields are left out that are empty, and where the secret says its kind', async () => {
  const entry = (index: number, more: object) => ({
    dataType: 'OTPStorage',
    encrypted: false,
    hash: `h${index}`,
    index,
    type: 'totp',
    secret,
    ...more,
  })
  const file = {
    a: entry(0, {}),
    b: entry(1, { secret: `stm-${secret}`, account: 'ann' }),
    c: entry(2, { secret: `bliz-${secret}`, issuer: 'Battle' }),
    d: entry(3, { secret: '3132333435363738393031323334353637383930', issuer: 'Old' }),
    UserSettings: { theme: 'dark' },
  }
  const { format, entries } = await open(JSON.stringify(file))
  expect(format).toBe('Authenticator extension')
  expect(entries).toMatchObject([
    { ok: true, parameters: { kind: 'totp', secret } },
    { parameters: { kind: 'steam', secret } },
    { parameters: { kind: 'totp', secret, digits: 8 } },
    { parameters: { kind: 'totp', secret, issuer: 'Old' } },
  ])
})

test('an entry added while there was a password has kind and algorithm as numbers', async () => {
  const entry = (index: number, type: number, more: object = {}) => ({ encrypted: false, hash: `h${index}`, index, type, secret, ...more })
  const file = {
    a: entry(0, 1, { algorithm: 2 }),
    b: entry(1, 2, { counter: 3, algorithm: 3 }),
    c: entry(2, 3),
    d: entry(3, 4),
    e: entry(4, 5, { secret: '3132333435363738393031323334353637383930' }),
    f: entry(5, 6, { secret: '3132333435363738393031323334353637383930', counter: 1 }),
    g: entry(6, 7),
    h: entry(7, 1, { algorithm: 4 }),
  }
  const { entries } = await open(JSON.stringify(file))
  expect(entries.map((one) => (one.ok ? one.parameters : one.refusal))).toMatchObject([
    { kind: 'totp', algorithm: 'SHA256', secret },
    { kind: 'hotp', algorithm: 'SHA512', counter: 3, secret },
    { kind: 'totp', digits: 8, secret },
    { kind: 'steam', secret },
    { kind: 'totp', secret },
    { kind: 'hotp', secret, counter: 1 },
    'kind',
    'algorithm',
  ])
})
