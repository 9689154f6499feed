import { describe, expect, test } from 'vitest'
import { fromBase64, fromHex, toBytes } from '../opening/bytes.ts'
import { archiveOf, deflate, withCost } from '../../testing/hostile-files.ts'
import { openTwofishCbc } from '../containers/twofish.ts'
import { failureOf, readTransfer } from '../read-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'

const fixtures = import.meta.glob<string>('../fixtures/formats/*', { query: '?raw', import: 'default' })
const password = 'open sesame é'
async function open(file: string): Promise<Uint8Array> {
  const text = (await fixtures[`../fixtures/formats/${file}`]?.()) ?? ''
  return file.endsWith('.base64') ? fromBase64(text) : toBytes(text)
}
const failure = (bytes: Uint8Array, name = '') => readTransfer(bytes, { name, password }).then(() => 'read', failureOf)
const failureOfText = (text: string) => failure(toBytes(text))

describe('an archive', () => {
  test('that grows beyond any export is refused before it is unpacked', async () => {
    const packed = await deflate(new Uint8Array(40 * 1024 * 1024))
    expect(packed.length).toBeLessThan(100_000)
    expect(await failure(archiveOf(packed, 0xffff_fff0))).toBe('unknown_format')
    // A directory that says less than there is: it is unpacked no further than that.
    expect(await failure(archiveOf(packed, 1000))).toBe('damaged')
  })

  test('whose files are too large together, or too many, is refused', async () => {
    const packed = await deflate(new Uint8Array(15 * 1024 * 1024).fill(32))
    expect(await failure(archiveOf(packed, 15 * 1024 * 1024, 9))).toMatch(/^(too_costly|damaged)$/)
    expect(await failure(archiveOf(packed, 10, 6000))).toBe('too_costly')
  })

  test('within an archive is not opened', async () => {
    const inner = archiveOf(await deflate(new Uint8Array(10)), 10)
    const outer = archiveOf(await deflate(Uint8Array.from(inner)), inner.length)
    expect(await failure(outer)).not.toBe('read')
  })
})

describe('XML', () => {
  const entities = '<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
  test('with entities of its own is refused as unsafe, in every format that is XML', async () => {
    expect(await failureOfText(`<?xml version="1.0"?>${entities}<map><string name="a">&b;</string></map>`)).toMatch(
      /^(too_costly|unknown_format)$/,
    )
    expect(await failureOfText('<?xml version="1.0"?><map><string name="a">&b;</string></map>')).toBe('too_costly')
    expect(await failureOfText('<KeePassFile><Root><Group>&file;</Group></Root></KeePassFile>')).toBe('too_costly')
    expect(await failureOfText(`<KeePassFile>${entities}<Root/></KeePassFile>`)).toBe('too_costly')
  })

  test('that is nested without end is refused', async () => {
    expect(await failureOfText(`<KeePassFile>${'<Group>'.repeat(5000)}`)).toBe('too_costly')
  })
})

describe('a KeePass database', () => {
  test('of version 3 that asks for more rounds than any device does is refused before they are done', async () => {
    const file = await open('keepass-3.kdbx.base64')
    const at = file.findIndex((byte, index) => byte === 6 && file[index + 1] === 8 && file[index + 2] === 0)
    file.set([255, 255, 255, 255, 255, 0, 0, 0], at + 3)
    expect(await failure(file)).toBe('too_costly')
  })

  test.each(['M', 'I'] as const)('of version 4 with a derivation whose %s is huge is refused before it is done', async (name) => {
    const file = await withCost(await open('keepass-4.kdbx.base64'), name)
    expect(await failure(file)).toBe('too_costly')
  })

  test('whose header was changed is damaged, and not of another password', async () => {
    const file = await open('keepass-4.kdbx.base64')
    file[40] = (file[40] ?? 0) ^ 1
    expect(await failure(file)).toBe('damaged')
  })

  test('is decrypted by Twofish as its authors say', () => {
    const vectors = [
      ['0123456789abcdeffedcba987654321000112233445566778899aabbccddeeff', '00'.repeat(16), '37527be0052334b89f0cfccae87cfa20'],
      [
        'd43bb7556ea32e46f2a282b7d45b4e0d57ff739d4dc92c1bd7fc01700cc8216f',
        '90afe91bb288544f2c32dc239b2635e6',
        '6cb4561c40bf0a9705931cb6d408e7fa',
      ],
    ]
    for (const [key, text, sealed] of vectors) {
      // With this start nothing but the text of the vector becomes a block of padding.
      const iv = fromHex(text).map((byte) => byte ^ 16)
      expect(openTwofishCbc(fromHex(key), iv, fromHex(sealed))).toHaveLength(0)
    }
  })
})

describe('a SQLite database', () => {
  const pageSize = 4096
  test('whose pages point at one another in a circle is refused', async () => {
    const file = await open('google-db.base64')
    const view = new DataView(file.buffer)
    // The table's page becomes an inner one, whose only child is itself.
    view.setUint8(pageSize, 5)
    view.setUint16(pageSize + 3, 0)
    view.setUint32(pageSize + 8, 2)
    expect(await failure(file)).toBe('damaged')
  })

  test.each([
    ['a page size of nothing', 16, [0, 0]],
    ['an odd page size', 16, [3, 1]],
    ['pages beyond its end', 28, [127, 255, 255, 255]],
  ])('with %s is refused', async (_, at, bytes) => {
    const file = await open('google-db.base64')
    file.set(bytes, at)
    expect(await failure(file)).toMatch(/^(damaged|unknown_format)$/)
  })

  test('with random bytes anywhere is refused with a reason where it cannot be read', async () => {
    const whole = await open('google-db.base64')
    let seed = 7
    const random = () => (seed = (seed * 48_271) % 2_147_483_647)
    const strange: unknown[] = []
    for (let round = 0; round < 300; round++) {
      const file = whole.slice()
      for (let change = 0; change < 4; change++) file[random() % file.length] = random() % 256
      await readTransfer(file).catch((error: unknown) => error instanceof TransferError || strange.push(error))
    }
    expect(strange).toEqual([])
  })
})

describe('a file', () => {
  test('of 200 MB is refused before it is looked at', async () => {
    const file = new Proxy(new Uint8Array(1), {
      get(_, name) {
        if (name === 'length' || name === 'byteLength') return 200 * 1024 * 1024
        throw new Error(`looked at: ${String(name)}`)
      },
    })
    expect(await failure(file)).toBe('too_large')
  })
})
