import { createSecretKey, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyVersionOf, lacksContext, openWith, sealWith, UnsealError } from './seal.ts'
import type { Place } from './seal.ts'

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
