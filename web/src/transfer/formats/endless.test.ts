import { transferLimits } from '@twofold/contract/transfer-limits'
import { deflateSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { fromBase64, toBytes } from '../opening/bytes.ts'
import { readKeyedArchive } from '../containers/property-list.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { failureOf, readTransfer } from '../read-file.ts'

/* Files that are made to be worked on without end. Whatever takes more than a moment here takes days at the size that a file may have. */

const fixtures = import.meta.glob<string>('../fixtures/formats/*', { query: '?raw', import: 'default' })
const open = async (file: string) => fromBase64((await fixtures[`../fixtures/formats/${file}.base64`]?.()) ?? '')
const failure = (bytes: Uint8Array, name = '') => readTransfer(bytes, { name, password: 'x' }).then(() => 'read', failureOf)
const failureOfText = (text: string) => failure(toBytes(text))
const rfc = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('text that a pattern could be compared with in too many ways', () => {
  const units = [
    '\n',
    ' ',
    '# ',
    '//',
    '<!---->',
    '"',
    '""',
    '",',
    ',',
    '&',
    '&amp;',
    '{',
    '[',
    '[{},',
    'A',
    'A ',
    '=',
    'otpauth://',
    '<a>',
    "a='",
  ]
  test.each(units)('%j, again and again, is answered', async (unit) => {
    const heads = ['', '# ', 'A'.repeat(64), '<?xml version="1.0"?>', '<map>', 'name,totp\n', `otpauth://totp/a?secret=${rfc}\n`, '<svg']
    for (const head of heads) {
      const flood = head + unit.repeat(Math.ceil(300_000 / unit.length))
      expect(await failureOfText(`${flood}!`)).toMatch(/^[a-z_]+$/)
      // The same in the place of a picture and of a secret.
      const entry = { type: 'totp', name: flood, icon: btoa(flood), info: { secret: flood } }
      expect(await failureOfText(JSON.stringify({ header: {}, db: { entries: [entry] } }))).toBe('read')
    }
    const item = { type: 1, name: 'a', notes: `otpauth://totp/a?secret=${rfc} ${unit.repeat(300_000)}!`, login: { totp: rfc } }
    expect(await failureOfText(JSON.stringify({ encrypted: false, items: [item] }))).toBe('read')
  })

  test('JSON that is a million lists deep, or has millions of entries', async () => {
    expect(await failureOfText(`{"db":${'['.repeat(1_000_000)}`)).toBe('damaged')
    expect(await failureOfText(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`)).not.toBe('read')
    expect(await failureOfText(`{"header":{},"db":{"entries":[${'{},'.repeat(2_000_000)}{}]}}`)).toBe('too_many')
  })
})

describe('a text as long as a file may be', () => {
  const nonce = '0f'.repeat(24)
  test.each([
    ['Base64', '', 'A', ''],
    ['lines in quotes', '"', '""', '"'],
    ['comments of XML', '<?xml version="1.0"?>', '<!---->', '<svg>'],
    ['comments of a list', '', '#\n', 'otpauth-migration://offline?data=AAAA'],
    ['a secret in JSON', '{"issuer":"a","secret":"', 'A', '"}'],
    ['a field of Keeper', '$oneTimeCode', ':', ''],
    ['a sealed text of Buttercup', `{"nonce":"${nonce}","text":"`, '0', '"}'],
  ])('%s does not run out of stack', async (_what, head, unit, tail) => {
    const text = head + unit.repeat(Math.floor((transferLimits.importBytes - head.length - tail.length) / unit.length)) + tail
    const answer = await readTransfer(toBytes(text)).catch((error: unknown) => error)
    expect(answer instanceof TransferError || answer).not.toBeInstanceOf(Error)
  })
})

describe('XML with entities', () => {
  test('of a billion laughs, of files and of other servers is refused, and nothing is fetched', async () => {
    const fetching = vi.spyOn(globalThis, 'fetch')
    const laughs = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`).join('')
    for (const [type, entity] of [
      [`[<!ENTITY l0 "ha">${laughs}]`, '&l9;'],
      ['[<!ENTITY f SYSTEM "file:///etc/passwd">]', '&f;'],
      ['[<!ENTITY % p SYSTEM "https://other.example/x.dtd"> %p;]', '&q;'],
      ['SYSTEM "https://other.example/x.dtd"', '&q;'],
    ] as const) {
      for (const [root, body] of [
        ['KeePassFile', `<Root><Group><Name>${entity}</Name></Group></Root>`],
        ['WinAuth', `<config><name>${entity}</name></config>`],
      ] as const) {
        const text = `<?xml version="1.0"?><!DOCTYPE ${root} ${type}><${root}>${body}</${root}>`
        expect(await failureOfText(text)).toMatch(/^(?:too_costly|unknown_format)$/)
        expect(await failureOfText(text.replace(/<!DOCTYPE.*?\]?>(?=<(?:KeePassFile|WinAuth)>)/, ''))).toBe('too_costly')
      }
    }
    expect(fetching).not.toHaveBeenCalled()
    fetching.mockRestore()
  })
})

describe('a SQLite database', () => {
  test('whose schema has views, triggers, computed columns and virtual tables has its rows read, and none of its code run', async () => {
    const { entries } = await readTransfer(await open('hostile-schema'))
    expect(entries).toMatchObject([
      { parameters: { kind: 'totp', secret: rfc, issuer: 'Code host', account: 'ann@example.org' } },
      { parameters: { kind: 'hotp', secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', issuer: 'Bank', account: 'ann', counter: 41 } },
    ])
  })

  test('whose table is a view that counts without end is not one of ours', async () => {
    expect(await failure(await open('hostile-view'))).toBe('unknown_format')
  })

  test('whose rows are all the same bytes is refused before they are read again and again', async () => {
    const file = await open('google-db')
    const view = new DataView(file.buffer)
    const page = 4096
    const cells = 1500
    view.setUint16(page + 3, cells)
    for (let cell = 1; cell < cells; cell++) view.setUint16(page + 8 + 2 * cell, view.getUint16(page + 8))
    expect(await failure(file)).toBe('damaged')
  })
})

describe('a PDF', () => {
  const pdf = (body: string) => Uint8Array.from(`%PDF-1.4\n${body}\n%%EOF\n`, (letter) => letter.charCodeAt(0))
  const binary = (bytes: Uint8Array) => String.fromCharCode(...bytes)

  test('of a hundred thousand streams, each of whose lengths stands elsewhere, is answered', async () => {
    const streams = '<< /Length 7 0 R >>\nstream\nendstream\n'.repeat(100_000)
    expect(await failure(pdf(streams))).toBe('pictures_without_codes')
  })

  test('whose pages unpack into more than any document has is refused', async () => {
    const packed = binary(deflateSync(new Uint8Array(20 * 1024 * 1024)))
    const page = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}endstream\n`
    expect(await failure(pdf(page.repeat(20)))).toBe('too_costly')
    const picture = '<< /Subtype /Image /Width 6000 /Height 6000 /Filter /DCTDecode /Length 1 >>\nstream\nxendstream\n'
    expect(await failure(pdf(picture.repeat(20)))).toBe('too_costly')
  })

  test('whose page is painted over again and again is refused', async () => {
    const page = (times: number) => {
      const drawing = '0 g 0 0 612 792 re f\n'.repeat(times)
      return pdf(`<< /Length ${drawing.length} >>\nstream\n${drawing}endstream\n`)
    }
    expect(await failure(page(90))).toBe('pictures_without_codes')
    expect(await failure(page(10_000))).toBe('too_costly')
  })
})

test('an archive of Apple whose objects hold themselves, twice each, is refused', () => {
  const trailer = Uint8Array.from({ length: 32 }, (_, at) => ({ 6: 1, 7: 1, 15: 1, 31: 11 })[at] ?? 0)
  const archive = Uint8Array.from([...toBytes('bplist00'), 0xa2, 0, 0, 8, ...trailer])
  expect(() => readKeyedArchive(archive)).toThrow('too_costly')
})

test('a text in an archive of Apple may be as long as the file', () => {
  const text = toBytes('A'.repeat(300_000))
  const end = new Uint8Array(33)
  end.set([8, 0, 0, 0, 0, 0, 0, 1, 1])
  const view = new DataView(end.buffer)
  view.setUint32(13, 1)
  view.setUint32(29, 14 + text.length)
  const size = new Uint8Array(4)
  new DataView(size.buffer).setUint32(0, text.length)
  expect(() => readKeyedArchive(Uint8Array.from([...toBytes('bplist00'), 0x5f, 0x12, ...size, ...text, ...end]))).not.toThrow(RangeError)
})

test('a KeePass file with more entries than a call has arguments is read whole', async () => {
  expect(await failureOfText(`<KeePassFile><Root><Group>${'<Entry/>'.repeat(130_000)}</Group></Root></KeePassFile>`)).toBe('empty')
})

test('a note with more links than a call has arguments holds too many keys', async () => {
  const notes = Array.from({ length: 130_000 }, (_, at) => `otpauth://totp/${at}?secret=${rfc}`).join(' ')
  const item = { type: 1, name: 'a', notes, login: { totp: rfc } }
  expect(await failureOfText(JSON.stringify({ encrypted: false, items: [item] }))).toBe('too_many')
})
