import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { readTransfer } from '../read-file.ts'
import { importFormats, knownFormats } from './formats.ts'
import {
  formatFixture as open,
  password,
  usual,
  plain,
  host,
  bank,
  plainBank,
  games,
  nameOf,
  parametersOf,
  failure,
  rfc,
  hello,
  other,
} from '../../testing/import-files.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const files: [file: string, application: string, expected: object[]][] = [
  ['proton-encrypted.json', 'Proton Authenticator', [host]],
  ['freeotp-1.xml', 'FreeOTP', [host, bank]],
  ['freeotp-2.base64', 'FreeOTP', [host, bank]],
  ['freeotp-plus.json', 'FreeOTP+', [host, bank]],
  ['stratum.json', 'Stratum', [host, bank, games]],
  ['stratum-encrypted.base64', 'Stratum', [host, bank, games]],
  ['stratum-legacy.base64', 'Stratum', [host, bank, games]],
  ['stratum-db.base64', 'Stratum', [host, bank, games]],
  ['google-db.base64', 'Google Authenticator', [plain, plainBank]],
  [
    'microsoft-db.base64',
    'Microsoft Authenticator',
    [
      { ...usual, secret: rfc, issuer: 'Code host', account: 'ann' },
      { ...usual, secret: hello, digits: 8, issuer: 'Microsoft', account: 'ann@example.org' },
    ],
  ],
  ['authplus.db.base64', 'Authenticator Plus', [{ ...plain, account: 'ann' }, plainBank]],
  ['authenticator-plus.zip.base64', 'Authenticator Plus', [host, bank, games]],
  ['raivo.zip.base64', 'Raivo', [host, bank]],
  ...['sailotp.json', 'sailotp-sha256.txt', 'sailotp-md5.txt'].map((file): (typeof files)[number] => [
    file,
    'SailOTP',
    [{ ...host, algorithm: 'SHA1' }, { ...bank, algorithm: 'SHA1' }, games],
  ]),
  ['onepassword.1pux.base64', '1Password', [host, bank]],
  ['proton-pass.zip.base64', 'Proton Pass', [host, bank]],
  [
    'totp-authenticator.txt',
    'TOTP Authenticator',
    [
      { ...host, algorithm: 'SHA1' },
      { ...usual, secret: hello, issuer: 'Door' },
    ],
  ],
  [
    'totp-authenticator.xml',
    'TOTP Authenticator',
    [
      { ...host, algorithm: 'SHA1' },
      { ...usual, secret: hello, issuer: 'Door' },
    ],
  ],
  [
    'authy.xml',
    'Authy',
    [
      { ...plain, digits: 8 },
      { ...usual, secret: hello, issuer: 'Bank', account: 'ann' },
      { ...usual, secret: other, issuer: 'Phone', digits: 7, period: 10 },
    ],
  ],
  ['authy-decrypted.json', 'Authy', [{ ...plain, digits: 8 }]],
  ['battle-net.xml', 'Battle.net', [{ ...usual, secret: rfc, digits: 8, issuer: 'Battle.net', account: 'EU-1234-5678-9012' }]],
  ['keepass.xml', 'KeePass', [host, bank, games]],
  ['keepass-3.kdbx.base64', 'KeePass', [host, bank, games]],
  ['keepass-4.kdbx.base64', 'KeePass', [host, bank, games]],
  ['keepass-4-aes.kdbx.base64', 'KeePass', [host, bank, games]],
  ['andotp-old.base64', 'andOTP', [host, bank, games]],
  [
    'winauth.xml',
    'WinAuth',
    [
      { ...host, account: undefined },
      { ...bank, account: undefined },
      { ...games, account: undefined },
      { ...usual, secret: rfc, digits: 8, issuer: 'Battle.net' },
    ],
  ],
  ...['winauth-password.xml', 'winauth-password-each.xml'].map((file): [string, string, object[]] => [
    file,
    'WinAuth',
    [
      { ...host, account: undefined },
      { ...bank, account: undefined },
      { ...games, account: undefined },
      { ...usual, secret: rfc, digits: 8, issuer: 'Battle.net' },
    ],
  ]),
  ['onepassword.1pif', '1Password', [host, bank]],
  ['Authenticator-1.0.otpauthdb.base64', 'OTP Auth', [host, bank]],
  ['Authenticator-1.1.otpauthdb.base64', 'OTP Auth', [host, bank]],
  ['OTPAuth-1.2.otpauth.base64', 'OTP Auth', [host]],
  ['proton-pass-encrypted.zip.base64', 'Proton Pass', [host, bank]],
  ['links.gpg.base64', 'links', [host, bank, games]],
  ...['extension-1.json', 'extension-2.json', 'extension-3.json'].map((file): [string, string, object[]] => [
    file,
    'Authenticator extension',
    [host, bank, { ...games, issuer: undefined }, { ...usual, secret: rfc, issuer: 'Door' }],
  ]),
]

describe('every format', () => {
  test.each(files)('%s is read as %s, with every parameter', async (file, application, expected) => {
    const read = await readTransfer(await open(file), { name: nameOf(file), password })
    expect([read.format, parametersOf(read.entries)]).toEqual([application, expected])
  })

  test('has one help text', () => {
    expect(
      knownFormats()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([...new Set(importFormats.map(({ name }) => name))].toSorted())
  })

  test('TOTP Authenticator: no password is asked for where nobody chose one', async () => {
    expect((await readTransfer(await open('totp-authenticator-usual.txt'))).entries).toHaveLength(2)
  })

  test('a database with pages of pages, and a row that goes over several, is read in the order of its keys', async () => {
    const { entries } = await readTransfer(await open('google-db-large.base64'))
    expect(entries.map(({ name }) => name)).toEqual(Array.from({ length: 200 }, (_, index) => `Issuer ${index}`))
  })

  test('groups, tags, notes and favourites come along, and what is in the trash stays out', async () => {
    const first = async (file: string) => (await readTransfer(await open(file), { name: nameOf(file), password })).entries[0]
    expect(await first('stratum-db.base64')).toMatchObject({ tags: ['Team'] })
    expect(await first('onepassword.1pux.base64')).toMatchObject({ tags: ['Team'], note: 'work', isFavourite: true })
    expect(await first('onepassword.1pif')).toMatchObject({ tags: ['Team', 'web'], note: 'work', isFavourite: true })
    expect(await first('proton-pass.zip.base64')).toMatchObject({ note: 'work', isFavourite: true })
    expect(await first('raivo.zip.base64')).toMatchObject({ isFavourite: true })
    const { entries } = await readTransfer(await open('keepass.xml'))
    expect(entries).toMatchObject([{ tags: ['web', 'mail'], note: 'work' }, { tags: ['Team', 'web', 'mail'] }, { name: 'Games' }])
  })
})

describe('a password', () => {
  const encrypted = files
    .map(([file]) => file)
    .filter(
      (file) =>
        /encrypted|winauth-password|freeotp-2|legacy|authplus|\.zip\.|kdbx|old|authenticator\.txt|authy\.xml|sailotp-/.test(file) &&
        !file.startsWith('proton-pass'),
    )
  test.each(encrypted)('%s: is asked for, and a wrong one is distinguished from damage', async (file) => {
    const bytes = await open(file)
    const kind = file.includes('kdbx') ? 'key' : 'password'
    expect(await failure(readTransfer(bytes, { name: nameOf(file) }))).toBe(`${kind}_needed`)
    for (const wrong of ['open sesame', 'x'])
      expect(await failure(readTransfer(bytes, { name: nameOf(file), password: wrong }))).toBe(`${kind}_wrong`)
  })

  test('an empty one is none, but for KeePass', async () => {
    for (const file of ['raivo.zip.base64', 'proton-encrypted.json'])
      expect(await failure(readTransfer(await open(file), { name: nameOf(file), password: '' }))).toBe('password_needed')
  })
})
