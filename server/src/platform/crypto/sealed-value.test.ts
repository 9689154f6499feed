import { createSecretKey, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyVersionOf, lacksContext, openWith, type Place, sealWith, UnsealError } from './sealed-value.ts'

const key = createSecretKey(randomBytes(32))
const place: Place = { table: 'keys', column: 'secret', row: '0190a-1', owner: '0190b-2' }

describe('a value whose place has a context', () => {
  const bound = { ...place, context: 'totp:SHA1:6:30' }

  test('opens with the same context only', () => {
    const sealed = sealWith(key, 1, bound, 'x')
    expect(openWith(key, bound, sealed).toString()).toBe('x')
    for (const context of ['totp:SHA1:8:30', 'totp:SHA1:6:60', 'hotp:SHA1:6:30', '', undefined]) {
      const { context: _without, ...rest } = bound
      expect(() => openWith(key, context === undefined ? rest : { ...rest, context }, sealed)).toThrow(UnsealError)
    }
  })

  test('does not pass for one without, and one without opens until it was sealed again', () => {
    const [old, sealed] = [sealWith(key, 1, place, 'x'), sealWith(key, 1, bound, 'x')]
    expect([lacksContext(bound, old), lacksContext(bound, sealed), lacksContext(place, old)]).toEqual([true, false, false])
    expect(openWith(key, bound, old).toString()).toBe('x')
    sealed[0] = 1
    expect(() => openWith(key, bound, sealed)).toThrow(UnsealError)
  })
})

describe('a sealed value', () => {
  test('opens to what was sealed, whatever it was', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), fc.integer({ min: 0, max: 65535 }), (bytes, version) => {
        const sealed = sealWith(key, version, place, bytes)
        expect(openWith(key, place, sealed)).toEqual(Buffer.from(bytes))
        expect(keyVersionOf(sealed)).toBe(version)
      }),
    )
    expect(openWith(key, place, sealWith(key, 1, place, 'Grüße 🔑')).toString()).toBe('Grüße 🔑')
  })

  test('never looks the same twice', () => {
    const sealed = Array.from({ length: 1000 }, () => sealWith(key, 1, place, 'x').toString('hex'))
    expect(new Set(sealed).size).toBe(1000)
  })

  test('is refused after any single bit has changed', () => {
    const sealed = sealWith(key, 1, place, 'a secret')
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => openWith(key, place, changed)).toThrow(UnsealError)
    }
  })

  test('is refused when it was cut at either end, down to nothing', () => {
    const sealed = sealWith(key, 1, place, 'a secret')
    for (let length = 0; length < sealed.length; length++) {
      expect(() => openWith(key, place, sealed.subarray(0, length))).toThrow(UnsealError)
      expect(() => openWith(key, place, sealed.subarray(sealed.length - length))).toThrow(UnsealError)
    }
  })

  test('with a tag of 4 bytes, which AES-GCM allows, is refused', () => {
    const sealed = sealWith(key, 1, place, '')
    // The header and nonce of a right value, and the first 4 bytes of its right tag.
    expect(() => openWith(key, place, sealed.subarray(0, 15 + 4))).toThrow(UnsealError)
  })

  test('does not open with another key', () => {
    expect(() => openWith(createSecretKey(randomBytes(32)), place, sealWith(key, 1, place, 'x'))).toThrow(UnsealError)
  })

  test.each<[string, Partial<Place>]>([
    ['table', { table: 'notes' }],
    ['column', { column: 'note' }],
    ['row', { row: '0190a-2' }],
    ['owner', { owner: '0190b-3' }],
    ['column, with the same letters in all', { table: 'key', column: 'ssecret' }],
    ['row, with the same letters in all', { row: '0190a-10', owner: '190b-2' }],
  ])('does not open in another %s', (_, other) => {
    expect(() => openWith(key, { ...place, ...other }, sealWith(key, 1, place, 'x'))).toThrow(UnsealError)
  })

  test('does not pass for one of another key version', () => {
    const sealed = sealWith(key, 1, place, 'x')
    sealed.writeUInt16BE(2, 1)
    expect(() => openWith(key, place, sealed)).toThrow(UnsealError)
  })

  test('that is refused tells where it was, and nothing of what it holds', () => {
    const sealed = sealWith(key, 1, place, 'JBSWY3DPEHPK3PXP')
    expect(() => openWith(key, { ...place, row: 'other' }, sealed)).toThrow('The value in keys.secret, row other, cannot be opened')
  })
})

test('a value sealed by this version opens in every later one', () => {
  const known = createSecretKey(Buffer.from(Array.from({ length: 32 }, (_, index) => index)))
  const plain = Buffer.from('010102fdb13e958e285b9c8f789fdaaeb83f8c887ea2859bf8cc1775034d7e78411f77f920f196', 'hex')
  const bound = Buffer.from('02010288987f64e1d0dd0fc6139a44b10da4dd1b009815f7878fdf1724c5a8b27ea14b15b43ec9', 'hex')
  expect(openWith(known, place, plain).toString()).toBe('a secret')
  expect(openWith(known, { ...place, context: 'totp:SHA1:6:30' }, bound).toString()).toBe('a secret')
  expect([plain, bound].map(keyVersionOf)).toEqual([0x0102, 0x0102])
})

test('a text that is no sealed value is refused by its own name', () => {
  const unknown = sealWith(key, 1, place, 'x')
  unknown[0] = 3
  for (const value of [unknown, Buffer.alloc(0), sealWith(key, 1, place, '').subarray(0, 30)])
    expect(() => keyVersionOf(value)).toThrow(
      expect.objectContaining({ name: 'UnsealError', message: 'This is not a sealed value.' }) as Error,
    )
})
