import { createSecretKey } from 'node:crypto'
import { noCode } from '@twofold/contract/codes'
import { expect, test } from 'vitest'
import { secretPlace } from '../keys/secret-place.ts'
import { createManualClock } from '../platform/clock.ts'
import { openWith, type Place, sealWith } from '../platform/crypto/sealed-value.ts'
import type { Db } from '../platform/database.ts'
import type { Tx } from '../platform/transaction.ts'
import type { SessionWithKeys, VisibleKey } from './codes.repository.ts'
import { type CodesServiceDeps, createCodesService } from './codes.service.ts'

const now = 59_000
const dataKey = createSecretKey(Buffer.alloc(32, 7))
const seed = Buffer.from('12345678901234567890')
const keyOf = (id: string, more: { owner?: string; kind?: VisibleKey[2]; period?: number | null; sealedAs?: string } = {}): VisibleKey => {
  const { owner = 'ann', kind = 'totp', period = 30, sealedAs = id } = more
  const place = secretPlace({ id: sealedAs, owner_id: owner, kind, algorithm: 'SHA1', digits: 8, period })
  return [id, owner, kind, 'SHA1', 8, period, sealWith(dataKey, 1, place, seed).toString('base64')]
}

const nobodys = { keys: [keyOf('one')], data_keys: { ann: 'YW5u', bo: 'Ym8=' }, copies: null, turns: null, user_id: 'ann' }

/** The answer of `generate` for a valid session's data, and its effects. */
function generate(found: Partial<SessionWithKeys>) {
  const steps: unknown[] = []
  const deps = {
    db: {} as Db,
    clock: createManualClock(now),
    log: { error: (_what: unknown, text: string) => steps.push(text) },
    usage: { noteShown: (...input: unknown[]) => steps.push(['shown', ...input]) },
    crypto: {
      openDataKey: (sealed: Buffer, owner: string) => {
        steps.push(['open', sealed.toString(), owner])
        return { open: (place: Place, value: Buffer) => openWith(dataKey, place, value) }
      },
    },
    codes: () => ({}),
  } as unknown as CodesServiceDeps
  return { answer: createCodesService(deps).generate({ ...nobodys, ...found } as SessionWithKeys), steps }
}

test('the keys that were found with a session have their codes now and next', () => {
  const { answer, steps } = generate({})
  expect(answer).toEqual({
    codes: [{ id: 'one', code: '94287082', next_code: '37359152', period: 30, time_remaining: 1 }],
    time_remaining: 1,
    server_time: '1970-01-01T00:00:59.000Z',
  })
  expect(steps).toEqual([
    ['open', 'ann', 'ann'],
    ['shown', 'ann', ['one'], now],
  ])
})

test('each owner’s data key is opened once; what cannot be read, counts or has no data key shows dashes', async () => {
  const keys = [keyOf('one'), keyOf('two'), keyOf('three', { owner: 'bo' }), keyOf('moved', { sealedAs: 'other' })]
  const { answer, steps } = generate({
    keys: [...keys, keyOf('counter', { kind: 'hotp', period: null }), keyOf('steam', { kind: 'steam' })],
  })
  expect(answer.codes.map(({ id, code, next_code: next, time_remaining: left }) => [id, code, next, left])).toEqual([
    ['one', '94287082', '37359152', 1],
    ['two', '94287082', '37359152', 1],
    ['three', '94287082', '37359152', 1],
    ['moved', noCode, null, 1],
    ['counter', noCode, null, null],
    ['steam', expect.stringMatching(/^[2-9A-Z]{5}$/), expect.stringMatching(/^[2-9A-Z]{5}$/), 1],
  ])
  expect(steps.filter((step) => Array.isArray(step) && step[0] === 'open')).toEqual([
    ['open', 'ann', 'ann'],
    ['open', 'bo', 'bo'],
  ])
  expect(steps.filter((step) => typeof step === 'string')).toEqual(['the secret of a key cannot be read'])
  expect(steps.at(-1)).toEqual(['shown', 'ann', ['one', 'two', 'three', 'steam'], now])
})

test('the last person who copied the code of this very window is named', async () => {
  const copies: SessionWithKeys['copies'] = [
    ['one', 1, 'Cy', '1970-01-01T00:00:40Z'],
    ['one', 1, 'Bo', '1970-01-01T00:00:50Z'],
    ['two', 0, 'Bo', '1970-01-01T00:00:20Z'],
    ['gone', 1, 'Bo', '1970-01-01T00:00:50Z'],
    ['counter', null, 'Bo', '1970-01-01T00:00:50Z'],
  ]
  const { answer } = generate({ keys: [keyOf('one'), keyOf('two'), keyOf('counter', { kind: 'hotp', period: null })], copies })
  expect(answer.codes.map(({ id, taken_by: by, taken_at: at }) => [id, by, at])).toEqual([
    ['one', 'Bo', '1970-01-01T00:00:50.000Z'],
    ['two', undefined, undefined],
    ['counter', undefined, undefined],
  ])
})

test('the person with the present and the next turn is named, and no turn that is over', () => {
  const turns: SessionWithKeys['turns'] = [
    ['one', 0, 'Cy', false],
    ['one', 1, 'Bo', false],
    ['one', 3, 'Ann', true],
    ['gone', 1, 'Bo', false],
    ['counter', 1, 'Bo', false],
  ]
  const { answer } = generate({ keys: [keyOf('one'), keyOf('two'), keyOf('counter', { kind: 'hotp', period: null })], turns })
  expect(answer.codes.map(({ id, turns }) => [id, turns])).toEqual([
    [
      'one',
      [
        { by: 'Bo', is_own: false, from: '1970-01-01T00:00:30.000Z', until: '1970-01-01T00:01:00.000Z' },
        { by: 'Ann', is_own: true, from: '1970-01-01T00:01:30.000Z', until: '1970-01-01T00:02:00.000Z' },
      ],
    ],
    ['two', undefined],
    ['counter', undefined],
  ])
})

test('a key that hands out its codes one by one shows none', () => {
  const [id, owner, kind, algorithm, digits, period, sealed] = keyOf('one')
  const { answer, steps } = generate({ keys: [[id, owner, kind, algorithm, digits, period, sealed, true]] })
  expect(answer.codes).toEqual([{ id: 'one', code: noCode, next_code: null, period: 30, time_remaining: 1 }])
  expect(steps).toEqual([['shown', 'ann', [], now]])
})

test.each([
  [{}, undefined],
  [{ period: null }, 'keys.code_on_demand'],
  [{ is_exclusive: true }, 'keys.exclusive'],
  [{ id: 'moved' }, 'keys.unreadable'],
  [undefined, 'keys.not_found'],
])('the code of one key that is %j is shown alone', async (more, refused) => {
  const steps: unknown[] = []
  const [, owner, kind, algorithm, digits, period, sealed] = keyOf('one')
  const row = { id: 'one', owner_id: owner, kind, algorithm, digits, period, is_exclusive: false, sealed: Buffer.from('ann') }
  const service = createCodesService({
    clock: createManualClock(now),
    log: { error: () => {} },
    access: { require: async (_db: Db, ...input: unknown[]) => steps.push(['require', ...input]) },
    crypto: { openDataKey: () => ({ open: (at: Place, value: Buffer) => openWith(dataKey, at, value) }) },
    usage: { noteShown: (...input: unknown[]) => steps.push(['shown', ...input]) },
    codes: () => ({ find: async () => more && { ...row, secret: Buffer.from(sealed, 'base64'), ...more } }),
  } as unknown as CodesServiceDeps)
  const outcome = await service.show({ id: 'bo' } as never, 'one').catch((error: unknown) => (error as { code: string }).code)
  const shown = {
    id: 'one',
    code: '94287082',
    period: 30,
    window: { from: '1970-01-01T00:00:30.000Z', until: '1970-01-01T00:01:00.000Z' },
    valid_for_seconds: 1,
    server_time: '1970-01-01T00:00:59.000Z',
  }
  expect(outcome).toEqual(refused ?? shown)
  expect(steps).toEqual([['require', 'bo', 'one', 'view'], ...(refused === undefined ? [['shown', 'bo', ['one'], now]] : [])])
})

test.each([
  [0, '84755224', 1],
  [Number.MAX_SAFE_INTEGER - 1, undefined, Number.MAX_SAFE_INTEGER],
  [Number.MAX_SAFE_INTEGER, 'keys.counter_exhausted', undefined],
  [null, 'keys.not_counter_based', undefined],
  [undefined, 'keys.not_found', undefined],
])('the next code of a counter at %s', async (counter, expected, next) => {
  const steps: unknown[] = []
  const place = secretPlace({ id: 'one', owner_id: 'ann', kind: 'hotp', algorithm: 'SHA1', digits: 8, period: null })
  const row = {
    id: 'one',
    owner_id: 'ann',
    kind: 'hotp',
    algorithm: 'SHA1',
    digits: 8,
    period: null,
    counter,
    sealed: Buffer.from('ann'),
    secret: sealWith(dataKey, 1, place, seed),
  }
  const service = createCodesService({
    transaction: (work: (tx: Tx) => Promise<unknown>) => work({ db: {} } as Tx),
    clock: createManualClock(now),
    access: { lock: async (_db: Db, ...input: unknown[]) => steps.push(['lock', ...input]) },
    crypto: { openDataKey: () => ({ open: (at: Place, value: Buffer) => openWith(dataKey, at, value) }) },
    usage: { recordShown: async (_tx: Tx, ...input: unknown[]) => steps.push(['shown', ...input]) },
    codes: () => ({ find: async () => (counter === undefined ? undefined : row) }),
    keyRows: { setCounter: async (_db: unknown, ...input: unknown[]) => steps.push(['count', ...input]) },
  } as unknown as CodesServiceDeps)
  const outcome = await service.next({ id: 'bo' } as never, 'one').catch((error: unknown) => (error as { code: string }).code)
  if (next === undefined) {
    expect([outcome, steps]).toEqual([expected, [['lock', 'bo', 'one', 'view']]])
    return
  }
  expect(outcome).toEqual({ id: 'one', code: expected ?? (expect.stringMatching(/^\d{8}$/) as string), counter: next })
  expect(steps).toEqual([
    ['lock', 'bo', 'one', 'view'],
    ['count', 'one', next, new Date(now)],
    ['shown', 'bo', 'one'],
  ])
})
