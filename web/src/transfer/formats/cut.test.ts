import { afterAll, describe, expect, test, vi } from 'vitest'
import { fromBase64, toBytes } from '../opening/bytes.ts'
import { failureOf, readTransfer } from '../read-file.ts'

// Test files of a worker share their modules: readers that another file has loaded would derive each key again, and those of this file would be left to others.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

vi.mock('../opening/unlock.ts', async (load) => (await import('../../testing/derive-once.ts')).deriveOnce(await load()))

const fixtures = import.meta.glob<string>(['../fixtures/*', '../fixtures/formats/*'], { query: '?raw', import: 'default' })
const password = 'open sesame é'

/** Key file of each, in addition to the password. */
const keyFiles: Record<string, string> = {
  'keepass-3-both.kdbx': 'keyfile-1.key',
  'keepass-4-both.kdbx': 'keyfile-1.key',
  'keepass-4-key-file.kdbx': 'keyfile-2.keyx',
  'keepass-4-any-file.kdbx': 'keyfile-any.txt',
}
const withoutPassword = /^keepass-\d-(?:empty|key-file|any-file)\.kdbx$/
const nobodysPassword = /-usual\.txt$/
/** These hold no keys that anybody could read. */
const refusedWhole = /^keyfile-|-locked$|^google-log\.db|^hostile-view$/
async function open(path: string): Promise<Uint8Array> {
  const text = (await fixtures[path]?.()) ?? ''
  return path.endsWith('.base64') ? fromBase64(text) : toBytes(text)
}

describe('a file that was cut at any hundredth of its length is refused, and never read in part', () => {
  const paths = new Map(Object.keys(fixtures).map((path) => [path.slice(path.lastIndexOf('/') + 1).replace('.base64', ''), path]))
  test.each([...paths].filter(([name]) => name !== 'links.txt'))('%s', async (name, path) => {
    const whole = await open(path)
    const key = keyFiles[name]
    const options = {
      name,
      password: nobodysPassword.test(name) ? undefined : withoutPassword.test(name) ? '' : password,
      companions: { keyFile: key === undefined ? undefined : await open(`../fixtures/formats/${key}`) },
    }
    const outcomeOf = (bytes: Uint8Array) => readTransfer(bytes, options).then(() => 'read', failureOf)
    const read: number[] = []
    for (let part = 0; part < 100; part++) {
      if ((await outcomeOf(whole.slice(0, Math.floor((whole.length * part) / 100)))) === 'read') read.push(part)
    }
    expect(read).toEqual([])
    expect(await outcomeOf(whole)).toMatch(refusedWhole.test(name) ? /^(?!read)/ : /^read$/)
  })
})

const [rfc, hello, other] = ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU']
const display = encodeURIComponent('{"pinned":false,"trashed":false,"tags":["a, b"],"note":"two words"}')
const links = [
  // First, because nothing tells the counter 4 from 41.
  `otpauth://hotp/Bank:ann?secret=${hello}&issuer=Bank&algorithm=SHA256&digits=7&counter=41`,
  `otpauth://totp/Code%20host:ann%40example.org?secret=${rfc}&issuer=Code+host&algorithm=SHA512&digits=8&period=60`,
  `otpauth://steam/Games:ann?secret=${other}&issuer=Games&algorithm=SHA1&digits=5&period=30`,
  `otpauth://totp/Door:bo?secret=${rfc}&issuer=Door&algorithm=SHA1&digits=6&period=30`,
]

describe('a list of lines, which has no end that could be missing', () => {
  const lists: [application: string, lines: string[]][] = [
    ['links', links],
    ['Ente Auth', links.map((link) => `${link}&codeDisplay=${display}`)],
    [
      'Bitwarden',
      [
        'folder,favorite,type,name,notes,fields,login_uri,login_username,login_password,login_totp',
        ...links.map((link) => `,,login,Any,,,,,,${link}`),
      ],
    ],
    ['Apple Passwords', ['Title,URL,Username,Password,Notes,OTPAuth', ...links.map((link) => `Any,,ann,x,,"${link}"`)]],
  ]
  test.each(lists)('of %s: cut at any letter after the first key it is refused, or has whole keys only', async (_, lines) => {
    const text = lines.join('\n')
    const whole = (await readTransfer(toBytes(text), { name: 'list.txt' })).entries
    expect(whole).toHaveLength(links.length)
    const halves: unknown[] = []
    for (let length = text.indexOf('\n', text.indexOf(rfc)) + 1; length < text.length; length++) {
      const read = await readTransfer(toBytes(text.slice(0, length)), { name: 'list.txt' }).then(({ entries }) => entries, failureOf)
      const isWhole = read === 'damaged' || JSON.stringify(read) === JSON.stringify(whole.slice(0, read.length))
      if (!isWhole) halves.push([text.slice(0, length), read])
    }
    expect(halves).toEqual([])
  })

  test('is read though its links differ, and what was pasted or ends with a line break is believed', async () => {
    const short = `otpauth://totp/Shop?secret=${rfc}`
    const byHand = `otpauth://totp/A:ann?secret=${rfc}&issuer=A\notpauth://totp/B:ann?secret=${rfc}&digits=8`
    for (const text of [byHand, `${links.join('\n')}\n${short}\n`, short, `${short}\n${links[0]}`, `otpauth://totp/A?secret=ABCDEFGH`])
      expect((await readTransfer(toBytes(text), { name: 'list.txt' })).entries.every(({ ok }) => ok)).toBe(true)
  })
})
