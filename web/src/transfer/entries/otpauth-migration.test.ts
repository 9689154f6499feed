import { decodeBase32 } from '@twofold/contract/base32'
import protobuf from 'protobufjs'
import { describe, expect, test } from 'vitest'
import { collectPart, type CollectedParts, collectParts, entriesOf, isComplete } from '../migration-parts.ts'
import { isMigrationLink, type MigrationPart, readMigrationLink } from './otpauth-migration.ts'

/** Another writer of the format: what it writes is read here. */
const payload = protobuf
  .parse(`
  syntax = "proto3";
  message Payload {
    repeated Entry entries = 1;
    int32 version = 2;
    int32 size = 3;
    int32 index = 4;
    int32 batch = 5;
  }
  message Entry {
    bytes secret = 1;
    string name = 2;
    string issuer = 3;
    int32 algorithm = 4;
    int32 digits = 5;
    int32 type = 6;
    int64 counter = 7;
    string unique_id = 8;
  }`)
  .root.lookupType('Payload')

const text = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const secret = decodeBase32(text)
const entry = { secret, name: 'ann@example.org', issuer: 'Code host', algorithm: 1, digits: 1, type: 2 }

const write = (message: object) =>
  btoa(String.fromCharCode(...payload.encode(payload.create({ version: 1, size: 1, index: 0, batch: 7, ...message })).finish()))
const linkOf = (message: object) => `otpauth-migration://offline?data=${encodeURIComponent(write(message))}`
const only = (changes: object) => readMigrationLink(linkOf({ entries: [{ ...entry, ...changes }] }))?.entries[0]
const totp = {
  kind: 'totp',
  secret: text,
  algorithm: 'SHA1',
  digits: 6,
  period: 30,
  counter: null,
  issuer: 'Code host',
  account: 'ann@example.org',
}

describe('an exported account', () => {
  test('keeps all that it says', () => {
    expect(only({})).toEqual({ ok: true, parameters: totp })
    expect(only({ algorithm: 3, digits: 2 })).toEqual({ ok: true, parameters: { ...totp, algorithm: 'SHA512', digits: 8 } })
    expect(only({ algorithm: 2 })).toMatchObject({ parameters: { algorithm: 'SHA256' } })
    const counted = { ...totp, kind: 'hotp', period: null, counter: 5_000_000_000 }
    expect(only({ type: 1, counter: 5_000_000_000, unique_id: 'x' })).toEqual({ ok: true, parameters: counted })
  })

  test('that does not say has the usual settings', () => {
    expect(only({ algorithm: 0, digits: 0, type: 0 })).toEqual({ ok: true, parameters: totp })
  })

  test('has its issuer from the name when it stands nowhere else, and not twice', () => {
    expect(only({ issuer: '', name: 'Code host:ann@example.org' })).toEqual({ ok: true, parameters: totp })
    expect(only({ name: 'Code host: ann@example.org' })).toEqual({ ok: true, parameters: totp })
    expect(only({ name: 'db:5432' })).toMatchObject({ parameters: { issuer: 'Code host', account: 'db:5432' } })
  })

  test.each([
    ['MD5, which no service uses', { algorithm: 4 }, 'algorithm'],
    ['a length of no code', { digits: 3 }, 'digits'],
    ['a kind that is not known', { type: 3 }, 'kind'],
    ['no secret', { secret: new Uint8Array() }, 'secret'],
    ['a counter below zero', { type: 1, counter: -1 }, 'counter'],
    ['a name over two lines', { name: 'a\nb' }, 'name'],
  ])('with %s is refused by itself, and names the reason', (_what, changes, refusal) => {
    expect(only(changes)).toMatchObject({ ok: false, issuer: 'Code host', refusal })
    expect(readMigrationLink(linkOf({ entries: [{ ...entry, ...changes }, entry] }))?.entries[1]).toMatchObject({ ok: true })
  })
})

describe('the link', () => {
  test('is read in either alphabet of Base64, padded or not, escaped or not', () => {
    const base64 = write({ entries: [{ ...entry, name: '???>>>' }] })
    const expected = { account: '???>>>' }
    const base64url = base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    for (const data of [base64, base64url, encodeURIComponent(base64)]) {
      expect(readMigrationLink(` OTPAUTH-MIGRATION://offline?data=${data}\n`)?.entries[0]).toMatchObject({ parameters: expected })
    }
  })

  test.each([
    ['of a key', `otpauth://totp/x?secret=${text}`],
    ['without data', 'otpauth-migration://offline'],
    ['with empty data', 'otpauth-migration://offline?data='],
    ['with what is not Base64', 'otpauth-migration://offline?data=%%%'],
    ['that was cut off', linkOf({ entries: [entry] }).slice(0, 60)],
    ['without accounts', linkOf({ entries: [] })],
    ['whose place lies outside of the export', linkOf({ entries: [entry], size: 2, index: 2 })],
    ['of an export without parts', linkOf({ entries: [entry], size: -1 })],
  ])('%s is none', (_what, link) => {
    expect(readMigrationLink(link)).toBeUndefined()
  })

  test('is distinguished from others by its scheme', () => {
    expect(isMigrationLink(linkOf({}))).toBe(true)
    expect(isMigrationLink('otpauth://totp/x')).toBe(false)
  })
})

describe('an export of several codes', () => {
  const part = (index: number, batch = 7) =>
    readMigrationLink(linkOf({ entries: [{ ...entry, name: `${batch}-${index}` }], size: 3, index, batch })) as MigrationPart
  const names = (collected: CollectedParts) => entriesOf(collected).map((entry) => entry.ok && entry.parameters.account)

  test('is whole when each was seen, in any order and however often', () => {
    let collected = collectPart(undefined, part(2))
    collected = collectPart(collectPart(collected, part(0)), part(2))
    expect([isComplete(collected), collected.entries.size]).toEqual([false, 2])
    collected = collectPart(collected, part(1))
    expect(isComplete(collected)).toBe(true)
    expect(names(collected)).toEqual(['7-0', '7-1', '7-2'])
  })

  test('several exports are collected side by side', () => {
    const [first, second, ...others] = collectParts(collectParts([], [part(0), part(1, 8)]), [part(2), part(1), part(1)])
    expect(others).toEqual([])
    expect(first && [isComplete(first), names(first)]).toEqual([true, ['7-0', '7-1', '7-2']])
    expect(second && [isComplete(second), names(second)]).toEqual([false, ['8-1']])
  })

  test('is not mixed with another one', () => {
    const collected = collectPart(collectPart(undefined, part(0)), part(1, 8))
    expect(names(collected)).toEqual(['8-1'])
  })
})
