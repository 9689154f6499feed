import { describe, expect, test } from 'vitest'
import { toBase64, toBytes } from '../opening/bytes.ts'
import { readIcon } from '../entries/entry-icon.ts'
import { readTransfer } from '../read-file.ts'

/* Written as each application documents its file, by hand. */

const rfc = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
/** Of one transparent pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const svg = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'

const iconsOf = async (text: string) =>
  (await readTransfer(toBytes(text))).entries.map((entry) => entry.ok && entry.icon && [entry.icon.type, toBase64(entry.icon.bytes)])

describe('icons come along where the file has the picture', () => {
  test('Aegis: PNG and SVG, and a key without one has none', async () => {
    const entry = (icon: string | null, mime: string | null) => ({
      type: 'totp',
      uuid: 'a',
      name: 'ann',
      issuer: 'Code host',
      icon,
      icon_mime: mime,
      info: { secret: rfc, algo: 'SHA1', digits: 6, period: 30 },
    })
    const entries = [entry(png, 'image/png'), entry(btoa(svg), 'image/svg+xml'), entry(null, null)]
    expect(await iconsOf(JSON.stringify({ version: 1, header: { slots: null, params: null }, db: { version: 2, entries } }))).toEqual([
      ['image/png', png],
      ['image/svg+xml', btoa(svg)],
      undefined,
    ])
  })

  test('Stratum: its custom icons, not the names of those that come with the application', async () => {
    const entry = (Icon: string | null, Ranking: number) => ({
      Type: 2,
      Icon,
      Issuer: 'Code host',
      Username: 'ann',
      Secret: rfc,
      Algorithm: 0,
      Digits: 6,
      Period: 30,
      Counter: 0,
      Ranking,
    })
    const backup = { Authenticators: [entry('@a1b2', 0), entry('google', 1), entry(null, 2)], CustomIcons: [{ Id: 'a1b2', Data: png }] }
    expect(await iconsOf(JSON.stringify(backup))).toEqual([['image/png', png], undefined, undefined])
  })

  test('KeePass: the icons that were added to the database', async () => {
    const entry = (more: string) =>
      `<Entry><UUID>AA==</UUID><IconID>0</IconID>${more}<String><Key>Title</Key><Value>Any</Value></String><String><Key>otp</Key><Value>${rfc}</Value></String></Entry>`
    const icons = `<CustomIcons><Icon><UUID>aWNvbg==</UUID><Data>${png}</Data></Icon></CustomIcons>`
    const text = `<?xml version="1.0"?><KeePassFile><Meta>${icons}</Meta><Root><Group><Name>x</Name>${entry('<CustomIconUUID>aWNvbg==</CustomIconUUID>')}${entry('')}</Group></Root></KeePassFile>`
    expect(await iconsOf(text)).toEqual([['image/png', png], undefined])
  })

  test('2FAuth and WinAuth', async () => {
    const account = { otp_type: 'totp', account: 'ann', service: 'Code host', secret: rfc, digits: 6, algorithm: 'sha1', period: 30 }
    const data = [
      { ...account, icon: 'x.png', icon_mime: 'image/png', icon_file: png },
      { ...account, icon: null, icon_file: null },
    ]
    expect(await iconsOf(JSON.stringify({ app: '2fauth_v5.5.0', schema: 1, data }))).toEqual([['image/png', png], undefined])
    const authenticator = (skin: string) =>
      `<WinAuthAuthenticator type="WinAuth.GoogleAuthenticator"><name>Any</name><skin>${skin}</skin><authenticatordata><secretdata>3132333435363738393031323334353637383930\t6\tSHA1\t30</secretdata></authenticatordata></WinAuthAuthenticator>`
    const config = `${authenticator(`base64:${png}`)}${authenticator('GoogleIcon.png')}`
    expect(await iconsOf(`<?xml version="1.0"?><WinAuth version="3.5"><config>${config}</config></WinAuth>`)).toEqual([
      ['image/png', png],
      undefined,
    ])
  })
})

describe('values in the place of an icon', () => {
  test.each([
    ['text', 'hello'],
    ['Base64 of something else', btoa('hello')],
    ['broken Base64', '%%%'],
    ['a page', btoa('<html><svg></svg></html>')],
    ['an SVG with entities of its own', btoa('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>')],
    ['an address', 'https://icons.example/a.png'],
    ['a number', 7],
    [
      'a photograph',
      toBase64(Uint8Array.from({ length: 600 * 1024 }, (_, at) => [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a][at] ?? 0)),
    ],
  ])('%s is left out, and the key comes without', (_, value) => {
    expect(readIcon(value)).toBeUndefined()
  })

  test('is named by its bytes, and a data URL is one too', () => {
    expect(readIcon(`data:image/jpeg;base64,${png}`)?.type).toBe('image/png')
  })
})
