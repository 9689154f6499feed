import { describe, expect, test } from 'vitest'
import { encodeBase32 } from '@twofold/contract/base32'
import { join, toBytes } from '../opening/bytes.ts'
import { failureOf, readTransfer } from '../read-file.ts'
import { zipOf } from './zip-of.ts'

/* The same export as other versions, editors and systems leave it. */

const [rfc, hello] = ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP']
const link = `otpauth://totp/Code%20host:ann%40example.org?secret=${rfc}&issuer=Code%20host&algorithm=SHA512&digits=8&period=60`
const host = { kind: 'totp', secret: rfc, algorithm: 'SHA512', digits: 8, period: 60, issuer: 'Code host', account: 'ann@example.org' }
const bank = { kind: 'hotp', secret: hello, algorithm: 'SHA1', digits: 6, counter: 41, issuer: 'Bank', account: 'ann' }
const bankLink = `otpauth://hotp/Bank:ann?secret=${hello}&issuer=Bank&counter=41`

const read = async (file: string | Uint8Array, name = '') =>
  (await readTransfer(typeof file === 'string' ? toBytes(file) : file, { name })).entries
const failure = (file: Uint8Array) => readTransfer(file).then(() => 'read', failureOf)

function utf16(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittle)
  return new Uint8Array(view.buffer)
}

const aegis = JSON.stringify({
  version: 1,
  header: { slots: null, params: null },
  db: {
    version: 2,
    entries: [
      { type: 'TOTP', name: 'Jürgen', issuer: 'Café', info: { secret: rfc.toLowerCase(), algo: 'sha512', digits: '8', period: '60' } },
      { type: 'hotp', name: 'ann', issuer: null, note: null, icon: null, info: { secret: hello, counter: '41' } },
    ],
  },
})

describe('an export', () => {
  test.each<[string, Uint8Array]>([
    ['with a byte order mark', toBytes(`\ufeff${aegis}`)],
    ['in UTF-16 with one', utf16(`\ufeff${aegis}`, true)],
    ['in UTF-16 of the other order', utf16(`\ufeff${aegis}`, false)],
    ['in UTF-16 without one', utf16(aegis, true)],
    ['in UTF-16 of the other order without one', utf16(aegis, false)],
    ['in the alphabet of Windows', Uint8Array.from(aegis, (letter) => letter.charCodeAt(0))],
    [
      'with the line ends of Windows and blanks around it',
      toBytes(`\r\n${JSON.stringify(JSON.parse(aegis), undefined, 2).replaceAll('\n', '\r\n')}\r\n\r\n`),
    ],
  ])('%s has numbers as text, small names and missing fields read all the same', async (_, bytes) => {
    expect(await read(bytes)).toMatchObject([
      { parameters: { ...host, issuer: 'Café', account: 'Jürgen' } },
      { parameters: { kind: 'hotp', secret: hello, algorithm: 'SHA1', digits: 6, counter: 41, account: 'ann' } },
    ])
  })

  test('in an archive within an archive is read, beside documents that are archives too', async () => {
    const inner = await zipOf({ 'export/aegis.json': toBytes(aegis) })
    const document = await zipOf({ 'word/document.xml': toBytes('<a/>') })
    expect(await read(await zipOf({ 'phone/backup.zip': inner, 'letter.docx': document }))).toHaveLength(2)
    expect(await read(await zipOf({ './aegis.json': toBytes(aegis), './.hidden': toBytes('x') }))).toHaveLength(2)
  })

  test('in an archive is read beside an attached PDF that is stored as it is', async () => {
    const files = { 'attachments/a/letter.pdf': toBytes('%PDF-1.7\n%%EOF\n'), 'data.json': toBytes(aegis) }
    expect(await read(await zipOf(files, 0))).toHaveLength(2)
  })

  test('in an archive within an archive within an archive is not looked for', async () => {
    const deep = await zipOf({ 'c.zip': await zipOf({ 'b.zip': await zipOf({ 'aegis.json': toBytes(aegis) }) }) })
    expect(await failure(deep)).toBe('unknown_format')
  })

  test('is no larger unpacked for being in several archives', async () => {
    const large = await zipOf({ a: new Uint8Array(15 * 1024 * 1024) })
    const bomb = await zipOf(Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`${at}.zip`, large])))
    expect(await failure(bomb)).toBe('too_costly')
  })

  test('of screenshots in an archive gives the pictures, to be read like those of a document', async () => {
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])
    const { pictures, entries } = await readTransfer(await zipOf({ 'IMG_1.PNG': png, '__MACOSX/._IMG_1.PNG': png, './a/2.jpg': png }))
    expect([entries, pictures]).toEqual([[], [png, png]])
  })
})

describe('a link', () => {
  test.each([
    ['of Apple', link.replace('otpauth:', 'apple-otpauth:')],
    ['with empty parameters', `${link}&counter=`],
    ['with a parameter twice the same', `${link}&issuer=Code%20host`],
    ['with blanks that nobody escaped', decodeURIComponent(link)],
    ['with the scheme in capitals, quoted', `"${link.replace('otpauth', 'OTPAUTH')}",`],
  ])('%s is read', async (_, text) => {
    expect(await read(`${text}\n`)).toMatchObject([{ parameters: host }])
  })

  test('of WinAuth keeps its picture, and is not too long for all that Steam said of the account', async () => {
    const dot = Uint8Array.from(
      atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
      (letter) => letter.charCodeAt(0),
    )
    const [picture] = await read(`${link}&icon=base64%3a${encodeBase32(dot)}\n`, 'winauth-2026.txt')
    expect(picture).toMatchObject({ parameters: host, icon: { type: 'image/png', bytes: dot } })
    const steam = `otpauth://totp/Steam:ann?secret=${rfc}&digits=5&issuer=Steam&deviceid=android%3ax&data=${'%7b'.repeat(3000)}\n`
    expect(await read(steam, 'winauth-2026.txt')).toMatchObject([{ parameters: { kind: 'steam', account: 'ann' } }])
  })

  test('with a parameter twice, and not the same, is refused', async () => {
    expect(await read(`${link}&digits=6\n`)).toMatchObject([{ ok: false, refusal: 'digits' }])
  })
})

describe('fields that only some versions write', () => {
  test('andOTP before it had kinds, settings and issuers', async () => {
    expect(await readTransfer(toBytes(JSON.stringify([{ secret: rfc, label: 'Bank - ann' }])))).toMatchObject({
      format: 'andOTP',
      entries: [{ parameters: { kind: 'totp', algorithm: 'SHA1', digits: 6, period: 30, issuer: 'Bank', account: 'ann' } }],
    })
  })

  test('Aegis with MD5 for a key whose codes it makes with SHA-1', async () => {
    const entry = { type: 'totp', name: 'ann', issuer: 'A', info: { secret: rfc, algo: 'MD5', digits: 6, period: 30 } }
    expect(await read(JSON.stringify({ header: {}, db: { entries: [entry] } }))).toMatchObject([{ parameters: { algorithm: 'SHA1' } }])
  })

  test('Aegis with a kind that 2FAuth writes for Steam', async () => {
    const entry = {
      type: 'steamtotp',
      name: 'ann',
      issuer: 'Steam',
      icon: 'null',
      info: { secret: rfc, algo: 'sha1', digits: 5, period: 30 },
    }
    expect(await read(JSON.stringify({ header: {}, db: { entries: [entry] } }))).toMatchObject([{ parameters: { kind: 'steam' } }])
  })

  test('the browser extension with secrets in Base16, and with Battle.net', async () => {
    const entry = (index: number, type: string, secret: string) => ({
      hash: `h${index}`,
      index,
      issuer: 'A',
      account: 'ann',
      type,
      secret,
      counter: 41,
    })
    const hex = '3132333435363738393031323334353637383930'
    const file = { a: entry(0, 'hex', hex), b: entry(1, 'hhex', hex), c: entry(2, 'battle', hello), d: entry(3, 'hex', 'none') }
    expect(await read(JSON.stringify(file))).toMatchObject([
      { parameters: { kind: 'totp', secret: rfc, digits: 6 } },
      { parameters: { kind: 'hotp', secret: rfc, counter: 41 } },
      { parameters: { kind: 'totp', secret: hello, digits: 8 } },
      { ok: false, refusal: 'secret' },
    ])
  })
})

describe('links that people keep in notes and fields of their own', () => {
  const note = `first line\n${bankLink}\nlast line`
  test.each<[string, string | object]>([
    ['Bitwarden', { encrypted: false, items: [{ type: 1, name: 'A', notes: note, login: { username: 'ann', totp: link } }] }],
    ['LastPass', `url,username,password,totp,extra,name,grouping,fav\nx,ann,x,${link},"${note}",A,,0\n`],
    [
      'KeePass',
      `<KeePassFile><Root><Group><Name>R</Name><Entry>${[
        ['Title', 'A'],
        ['Notes', note],
        ['otp', link],
      ]
        .map(([key = '', value = '']) => `<String><Key>${key}</Key><Value>${value.replaceAll('&', '&amp;')}</Value></String>`)
        .join('')}</Entry></Group></Root></KeePassFile>`,
    ],
    ['Enpass', { items: [{ title: 'A', note, fields: [{ type: 'totp', value: link }] }] }],
    ['Dashlane', { AUTHENTIFIANT: [{ title: 'A', note, otpUrl: link }] }],
    ['Keeper', { records: [{ title: 'A', notes: note, custom_fields: { $oneTimeCode: link } }] }],
    [
      'Proton Pass',
      {
        vaults: {
          v: { name: 'V', items: [{ state: 1, data: { metadata: { name: 'A', note }, content: { totpUri: link }, extraFields: [] } }] },
        },
      },
    ],
    [
      '1Password',
      {
        accounts: [
          {
            vaults: [
              { items: [{ overview: { title: 'A' }, details: { notesPlain: note, sections: [{ fields: [{ value: { totp: link } }] }] } }] },
            ],
          },
        ],
      },
    ],
  ])('%s: are keys too, and leave the note, which others read', async (_, file) => {
    const entries = await read(typeof file === 'string' ? file : JSON.stringify(file))
    expect(entries).toMatchObject([{ parameters: host }, { parameters: bank }])
    for (const entry of entries) expect(entry).toMatchObject({ note: 'first line\n\nlast line' })
  })

  test.each<[string, object]>([
    ['Bitwarden', { encrypted: false, items: [{ type: 1, name: 'A', login: {}, fields: [{ name: 'x', value: bankLink, type: 0 }] }] }],
    ['Keeper', { records: [{ title: 'A', custom_fields: { '$text:Second factor': bankLink } }] }],
    ['1Password', { accounts: [{ vaults: [{ items: [{ details: { sections: [{ fields: [{ value: { concealed: bankLink } }] }] } }] }] }] }],
  ])('%s: a field of another kind', async (_, file) => {
    expect(await read(JSON.stringify(file))).toMatchObject([{ parameters: bank }])
  })
})

test('NordPass: links among the fields of a person’s own, in a table without a column for codes', async () => {
  const fields = JSON.stringify([{ label: '2FA', type: 'hidden', value: bankLink }]).replaceAll('"', '""')
  const table = `name,url,additional_urls,username,password,note,folder,type,custom_fields\nA,https://a.example,,ann,x,,,password,"${fields}"\n`
  expect(await read(table)).toMatchObject([{ name: 'A', parameters: bank }])
})

describe('JSON and tables that nobody documents', () => {
  test('secrets with their settings beside them, in lists within lists', async () => {
    const keys = [
      { issuer: 'Code host', account: 'ann@example.org', secret: rfc, algorithm: 'SHA512', digits: 8, period: 60, favorite: true },
    ]
    expect(await read(JSON.stringify({ data: { keys } }))).toMatchObject([{ parameters: host, isFavourite: true }])
  })

  test('links anywhere in it', async () => {
    expect(await read(JSON.stringify({ backup: { deep: [[link], bankLink] } }))).toMatchObject([{ parameters: host }, { parameters: bank }])
  })

  test('a kind that is only a number is not guessed', async () => {
    expect(await read(`name,secret,type\nA,${rfc},1\n`)).toMatchObject([{ ok: false, refusal: 'kind' }])
  })

  test('settings of an application, in which words look like secrets, are none', async () => {
    for (const text of ['{"name":"site","2fa":true}', '{"name":"x","otp":"ask"}', '{"title":"a","totp":123456}'])
      expect(await failure(toBytes(text))).toBe('unknown_format')
  })

  test('a file that is not text in any of these alphabets is none', async () => {
    expect(await failure(join(toBytes('A'), Uint8Array.from([0, 0xd8, 1, 2, 3, 0xd8, 0, 0xd8])))).not.toBe('read')
  })
})
