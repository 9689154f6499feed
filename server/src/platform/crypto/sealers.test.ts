import { expect, test } from 'vitest'
import type { Crypto } from './crypto.ts'
import type { Place } from './sealed-value.ts'
import { createAnswerSealer, createEventSealer, createPepper, createRequestSealer, createSetupLinkSealer } from './sealers.ts'

/** Seals nothing: says where and for what it was asked to. */
const crypto = {
  seal: (purpose: string, place: Place, text: string) => Buffer.from(JSON.stringify({ purpose, place, text })),
  open: (purpose: string, place: Place, sealed: Buffer) => {
    const found = JSON.parse(sealed.toString()) as { purpose: string; place: Place; text: string }
    expect({ purpose, place }).toEqual({ purpose: found.purpose, place: found.place })
    return Buffer.from(found.text)
  },
} as unknown as Pick<Crypto, 'seal' | 'open'>
const placeOf = (sealed: Buffer) => JSON.parse(sealed.toString()) as { purpose: string; place: Place }

test('an event that waits is sealed to its job', () => {
  const sealer = createEventSealer(crypto)
  const sealed = sealer.seal('an event', 'data')
  expect(placeOf(Buffer.from(sealed, 'base64'))).toMatchObject({
    purpose: 'event',
    place: { table: 'pgboss.job', column: 'data', row: 'an event', owner: '' },
  })
  expect(sealer.open('an event', sealed)).toBe('data')
})

test('an answer that is kept is sealed to its call and its person', () => {
  const sealer = createAnswerSealer(crypto)
  const sealed = sealer.seal('ann', 'a call', 'data')
  expect(placeOf(sealed)).toMatchObject({
    purpose: 'answer',
    place: { table: 'idempotency_keys', column: 'answer', row: 'a call', owner: 'ann' },
  })
  expect(sealer.open('ann', 'a call', sealed)).toBe('data')
})

test('a set-up link is sealed to its row', () => {
  const sealer = createSetupLinkSealer(crypto)
  const sealed = sealer.seal('a link', 'data')
  expect(placeOf(sealed)).toMatchObject({ purpose: 'answer', place: { table: 'setup_links', column: 'token', row: 'a link', owner: '' } })
  expect(sealer.open('a link', sealed)).toBe('data')
})

test('the sealed part of a request is bound to its row', () => {
  const sealer = createRequestSealer(crypto)
  const sealed = sealer.seal('a request', 'data')
  expect(placeOf(Buffer.from(sealed, 'base64'))).toMatchObject({
    purpose: 'event',
    place: { table: 'requests', column: 'sealed', row: 'a request', owner: '' },
  })
  expect(sealer.open('a request', sealed)).toBe('data')
})

test('a pepper is a MAC for the account, as text; one of a version that is gone is none', () => {
  const mac = (...input: unknown[]) => Buffer.from(input.join('|'))
  const pepper = createPepper(
    {
      mac: (...input: unknown[]) => ({ version: 2, mac: mac(...input) }),
      macWith: (purpose: string, version: number, ...input: unknown[]) => (version > 2 ? undefined : mac(purpose, version, ...input)),
    },
    'pin-pepper',
  )
  const text = (peppered: string | undefined) => (peppered === undefined ? undefined : Buffer.from(peppered, 'base64').toString())
  const { version, peppered } = pepper.apply('ann', '1234')
  expect([version, text(peppered)]).toEqual([2, 'pin-pepper|ann|1234'])
  expect([text(pepper.applyVersion(1, 'ann', '1234')), pepper.applyVersion(3, 'ann', '1234')]).toEqual(['pin-pepper|1|ann|1234', undefined])
})
