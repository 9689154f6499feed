import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { fromBase64, toBytes, toText } from '../opening/bytes.ts'
import type { ReadEntry } from '../entries/read-entry.ts'
import { failureOf, readTransfer } from '../read-file.ts'
import { importFormats, knownFormats } from './formats.ts'

/* The fixtures are written by web/import-fixtures.py, which knows nothing of our readers. */
const fixtures = import.meta.glob<string>('../fixtures/formats/*', { query: '?raw', import: 'default' })
// Passwords are stretched on purpose.
vi.setConfig({ testTimeout: 60_000 })
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const password = 'open sesame é'
const [rfc, hello, other] = ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU']
const usual = { kind: 'totp', algorithm: 'SHA1', digits: 6, period: 30, counter: null }
const names = { issuer: 'Code host', account: 'ann@example.org' }
const plain = { ...usual, secret: rfc, ...names }
const host = { ...plain, algorithm: 'SHA512', digits: 8, period: 60 }
const bank = { kind: 'hotp', secret: hello, algorithm: 'SHA256', digits: 7, period: null, counter: 41, issuer: 'Bank', account: 'ann' }
const plainBank = { ...bank, algorithm: 'SHA1', digits: 6 }
const games = { ...usual, kind: 'steam', secret: other, digits: 5, issuer: 'Games', account: 'ann' }

const nameOf = (file: string) => file.replace('.base64', '')
async function open(file: string): Promise<Uint8Array> {
  const text = (await fixtures[`../fixtures/formats/${file}`]?.()) ?? ''
  return file.endsWith('.base64') ? fromBase64(text) : toBytes(text)
}
const parametersOf = (entries: readonly ReadEntry[]) => entries.map((entry) => (entry.ok ? entry.parameters : entry))
const failure = (reading: Promise<unknown>) => reading.then(() => 'read', failureOf)
const readText = (text: string, name = '') => readTransfer(toBytes(text), { name, password })

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

describe('lists in text', () => {
  const link = `otpauth://totp/Code%20host:ann%40example.org?secret=${rfc}&issuer=Code%20host&algorithm=SHA512&digits=8&period=60`
  const quoted = `"${link}"`

  test.each([
    [
      'Bitwarden',
      `folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\nTeam,1,login,Any,work,,0,,ann,x,${link}\nTeam,,login,None,,,0,,ann,x,\n`,
    ],
    [
      'LastPass',
      `url,username,password,totp,extra,name,grouping,fav\r\nhttps://a.example,ann@example.org,x,${rfc},"a ""note""\r\nof two lines",Code host,Team,1\r\n`,
    ],
    ['Apple Passwords', `Title,URL,Username,Password,Notes,OTPAuth\nCode host,https://a.example,ann@example.org,x,,${quoted}\n`],
    [
      'KeePass',
      `"Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created"\n"Root/Team","Code host","ann@example.org","x","","",${quoted},"0","",""\n`,
    ],
    [
      'Proton Pass',
      `type,name,url,email,username,password,note,totp,createTime,modifyTime,vault\nlogin,Code host,,a@b.example,ann@example.org,x,,${link},1,1,Personal\n`,
    ],
    [
      '1Password',
      `Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes\nCode host,,ann@example.org,x,${link},true,false,Team,\n`,
    ],
    ['Dashlane', `username,username2,username3,title,password,note,url,category,otpUrl\nann@example.org,,,Code host,x,,,Team,${link}\n`],
    ['a table', `\ufeffsep=;\nissuer;account;secret\nCode host;ann@example.org;${rfc}\n`],
    ['a table', `Service\tUser name\tTOTP\nCode host\tann@example.org\t${rfc.toLowerCase()}`],
  ])('a table of %s', async (application, text) => {
    const { format, entries } = await readText(text)
    expect([format, entries.length]).toEqual([application, 1])
    expect(parametersOf(entries)).toEqual([text.includes(link) ? host : plain])
  })

  test('a table that has passwords only is refused with the reason, and one that was cut with another', async () => {
    expect(await failure(readText('name,url,username,password,note\nCode host,https://a.example,ann,x,\n'))).toBe('no_codes_in_table')
    expect(await failure(readText(`Title,URL,Username,Password,Notes,OTPAuth\nCode host,https://a.exa`))).toBe('damaged')
    expect(await failure(readText(`Title,URL,Username,Password,Notes,OTPAuth\nCode host,,,,"cut in quotes`))).toBe('damaged')
  })

  test('JSON of applications that say little', async () => {
    const lists: [string, object, object[]][] = [
      ['Bitwarden', { folders: [], items: [{ type: 1, name: 'Code host', login: { username: 'ann@example.org', totp: rfc } }] }, [plain]],
      [
        '2FAS',
        { schemaVersion: 1, services: [{ name: 'Code host', secret: rfc, type: 'Unknown', otp: { label: 'Code host:ann@example.org' } }] },
        [plain],
      ],
      [
        'Duo',
        [
          { accountType: 'OtpAccount', name: 'ann', otpGenerator: { otpSecret: hello, counter: 41 } },
          { accountType: 'DuoAccount', name: 'Work', pkey: 'x' },
        ],
        [{ ...plainBank, issuer: undefined }],
      ],
      [
        'LastPass Authenticator',
        {
          version: 1,
          accounts: [
            {
              issuerName: '',
              originalIssuerName: 'Code host',
              userName: 'ann@example.org',
              secret: rfc,
              timeStep: '60',
              digits: 8,
              algorithm: 'sha512',
            },
          ],
          folders: [],
        },
        [host],
      ],
      [
        'Steam',
        { accounts: { a: { shared_secret: 'VGVzdFNlY3JldFRlc3RTZWNyZXQ=', account_name: 'ann' } } },
        [{ ...games, issuer: 'Steam' }],
      ],
      [
        '2FAuth',
        {
          app: '2fauth_v5.0.0',
          schema: 1,
          data: [
            {
              otp_type: 'totp',
              account: 'ann@example.org',
              service: 'Code host',
              secret: rfc,
              digits: 8,
              algorithm: 'sha512',
              period: 60,
              counter: null,
            },
            { otp_type: 'steamtotp', account: 'ann', service: 'Games', secret: other, digits: 5, algorithm: 'sha1', period: 30 },
          ],
        },
        [host, games],
      ],
      [
        'FreeOTP+',
        { tokenOrder: [], tokens: [{ secret: [84, 101], label: 'a', type: 'TOTP' }] },
        [{ ...usual, secret: 'KRSQ', account: 'a' }],
      ],
    ]
    for (const [application, json, expected] of lists) {
      const { format, entries } = await readText(`\ufeff${JSON.stringify(json)}\r\n`)
      expect(format).toBe(application)
      expect(entries.map((entry) => (entry.ok ? entry.parameters : entry))).toEqual(
        expected.map((one) => JSON.parse(JSON.stringify(one)) as object),
      )
    }
  })

  test('links in a page or among other text are found, each once', async () => {
    const page = `<!doctype html><p>${link.replaceAll('&', '&amp;')}</p><a href="${link.replaceAll('&', '&amp;')}">x</a>`
    expect(parametersOf((await readText(page)).entries)).toEqual([host])
    expect(parametersOf((await readText(`My key: ${link}, and that is all.`)).entries)).toEqual([host])
    expect(parametersOf((await readText(`Keys, of mine, "all" of them:\n- ${link}\n`)).entries)).toEqual([host])
  })

  test('WinAuth has one name for a key, which is that of the service', async () => {
    const { format, entries } = await readText(`otpauth://totp/Code%20host?secret=${rfc}&digits=6\n`, 'winauth-2024-01-01.txt')
    expect([format, ...parametersOf(entries)]).toEqual(['WinAuth', { ...usual, secret: rfc, issuer: 'Code host' }])
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
  test.each(encrypted)('%s: is asked for, and a wrong one is told from damage', async (file) => {
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

describe('a KeePass database', () => {
  const read = async (file: string, password: string | undefined, key?: string) =>
    readTransfer(await open(file), {
      name: nameOf(file),
      password,
      companions: { keyFile: key === undefined ? undefined : await open(key) },
    })

  test.each(['keyfile-1.key', 'keyfile-2.keyx', 'keyfile-hex.key', 'keyfile-raw.key.base64'])(
    'with a key file and a password opens with both only: %s',
    async (key) => {
      for (const file of ['keepass-3-both.kdbx.base64', 'keepass-4-both.kdbx.base64']) {
        expect(parametersOf((await read(file, password, key)).entries)).toEqual([host, bank, games])
        expect(await failure(read(file, password))).toBe('key_wrong')
        expect(await failure(read(file, '', key))).toBe('key_wrong')
        expect(await failure(read(file, password, 'keyfile-any.txt'))).toBe('key_wrong')
      }
    },
  )

  test('with a key file alone opens without a password, and any file may be the key', async () => {
    expect(parametersOf((await read('keepass-4-key-file.kdbx.base64', '', 'keyfile-2.keyx')).entries)).toEqual([host, bank, games])
    expect(parametersOf((await read('keepass-4-any-file.kdbx.base64', '', 'keyfile-any.txt')).entries)).toEqual([host, bank, games])
  })

  test.each(['keepass-3-empty.kdbx.base64', 'keepass-4-empty.kdbx.base64'])('%s: opens with an empty password', async (file) => {
    expect(await failure(read(file, undefined))).toBe('key_needed')
    expect(parametersOf((await read(file, '')).entries)).toEqual([host, bank, games])
  })

  test('a key file that was changed does not fit its own hash', async () => {
    const key = toBytes(toText(await open('keyfile-2.keyx')).replace(/Hash="./, 'Hash="x'))
    expect(await failure(readTransfer(await open('keepass-4-both.kdbx.base64'), { password, companions: { keyFile: key } }))).toMatch(
      /^(key_wrong|damaged)$/,
    )
  })
})

describe('a SQLite database whose newest rows are in its log', () => {
  const names = Array.from({ length: 9 }, (_, index) => `Issuer ${index}`)

  test('is read with the log beside it, up to what was committed last', async () => {
    const [database, log] = [await open('google-log.db.base64'), await open('google-log.db-wal.base64')]
    expect(await failure(readTransfer(database))).toBe('empty')
    const { entries } = await readTransfer(database, { companions: { log } })
    expect(entries.map((entry) => (entry.ok ? [entry.name, entry.parameters.secret] : entry))).toEqual(names.map((name) => [name, rfc]))
    // A log that was cut, or that is of another time, counts as far as it fits its sums.
    const cut = await readTransfer(database, { companions: { log: log.slice(0, Math.floor(log.length * 0.6)) } })
    expect(names.slice(0, cut.entries.length)).toEqual(cut.entries.map(({ name }) => name))
    const other = log.slice()
    other[40] = (other[40] ?? 0) ^ 1
    expect(await failure(readTransfer(database, { companions: { log: other } }))).toBe('empty')
  })

  test('is read from an archive that has both', async () => {
    expect((await readTransfer(await open('google-log.zip.base64'))).entries.map(({ name }) => name)).toEqual(names)
  })

  test('the log alone is recognised, as is a key file alone', async () => {
    expect(await failure(readTransfer(await open('google-log.db-wal.base64'), { name: 'x.db-wal' }))).toBe('sqlite_log')
    expect(await failure(readTransfer(await open('keyfile-2.keyx'), { name: 'x.keyx' }))).toBe('key_file')
  })
})
