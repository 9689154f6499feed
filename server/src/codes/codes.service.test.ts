import { createSecretKey } from 'node:crypto'
import { noCode } from '@twofold/contract/codes'
import { expect, test } from 'vitest'
import { secretPlace } from '../keys/secret-place.ts'
import { createManualClock } from '../platform/clock.ts'
import { openWith, sealWith } from '../platform/crypto/seal.ts'
import type { Place } from '../platform/crypto/seal.ts'
import { hashToken } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Tx } from '../platform/transaction.ts'
import type { SessionWithKeys, VisibleKey } from './codes.repository.ts'
import { createCodesService } from './codes.service.ts'
import type { CodesServiceDeps } from './codes.service.ts'

const now = 59_000
const dataKey = createSecretKey(Buffer.alloc(32, 7))
const seed = Buffer.from('12345678901234567890')
const keyOf = (id: string, more: { owner?: string; kind?: VisibleKey[2]; period?: number | null; sealedAs?: string } = {}): VisibleKey => {
  const { owner = 'ann', kind = 'totp', period = 30, sealedAs = id } = more
  const place = secretPlace({ id: sealedAs, owner_id: owner, kind, algorithm: 'SHA1', digits: 8, period })
  return [id, owner, kind, 'SHA1', 8, period, sealWith(dataKey, 1, place, seed).toString('base64')]
}

const session: SessionWithKeys = {
  session_id: 's',
  browser_hash: null,
  remember: false,
  seen_at: new Date(now),
  idle_expires_at: new Date(now + 1),
  expires_at: new Date(now + 1),
  is_pending: false,
  pin_until: null,
  active_at: new Date(now),
  locked_at: null,
  auto_lock_minutes: null,
  user_id: 'ann',
  name: 'Ann',
  email: 'ann@example.org',
  role: 'user',
  must_change_password: false,
  secrets_closed_until: null,
  codes_closed_until: null,
  closure: null,
  keys: [keyOf('one')],
  data_keys: { ann: 'YW5u', bo: 'Ym8=' },
  copies: [],
}

/** What `generate` answers, and what it did on the way. */
async function generate(found: Partial<SessionWithKeys> | undefined, bearer: string | undefined = 'a token') {
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
    codes: () => ({
      findSessionWithKeys: async (...input: unknown[]) => {
        steps.push(['find', ...input])
        return found === undefined ? undefined : { ...session, ...found }
      },
    }),
  } as unknown as CodesServiceDeps
  const service = createCodesService(deps)
  const identify = (userId: string) => steps.push(['identify', userId])
  const explainEnd = async () => fail('auth.session_expired')
  try {
    return { answer: await service.generate({ bearer, browserHalf: undefined }, { identify, explainEnd }), steps, code: undefined }
  } catch (error) {
    return { answer: undefined, steps, code: (error as { code: string }).code }
  }
}

test('a good session gets the codes of its keys now and next, found by its token', async () => {
  const { answer, steps } = await generate({})
  expect(answer).toEqual({
    codes: [{ id: 'one', code: '94287082', next_code: '37359152', period: 30, time_remaining: 1 }],
    time_remaining: 1,
    server_time: '1970-01-01T00:00:59.000Z',
  })
  expect(steps).toEqual([
    ['find', hashToken('a token'), new Date(now), new Date(now - 600_000)],
    ['identify', 'ann'],
    ['open', 'ann', 'ann'],
    ['shown', 'ann', ['one'], now],
  ])
})

test.each<[string, Partial<SessionWithKeys> | undefined, string]>([
  ['no session', undefined, 'auth.session_expired'],
  ['a session that is over', { expires_at: new Date(now) }, 'auth.session_expired'],
  ['the session of a browser without its half', { browser_hash: hashToken('half') }, 'auth.session_expired'],
  ['maintenance', { closure: { message: '', ends_at: '2100-01-01T00:00:00.000Z' } }, 'maintenance.active'],
  ['a sign-in that waits for its second step', { is_pending: true }, 'auth.second_factor_required'],
  ['a password that has to be changed', { must_change_password: true }, 'auth.password_change_required'],
  ['a locked vault', { locked_at: new Date(now) }, 'vault.locked'],
  ['an account that is closed to codes', { codes_closed_until: new Date(now + 1) }, 'keys.codes_closed'],
])('%s shows nothing and opens nothing', async (_what, found, expected) => {
  const { code, steps } = await generate(found)
  expect(code).toBe(expected)
  expect(steps.map((step) => (Array.isArray(step) ? (step[0] as string) : step))).not.toContain('open')
  expect(steps).not.toContainEqual(expect.arrayContaining(['shown']))
})

test('without a token nobody is looked for; closed secrets do not close codes, nor maintenance those of administrators', async () => {
  const { code, steps } = await generate({}, '')
  expect([code, steps.length]).toEqual([undefined, 4])
  const closed = {
    secrets_closed_until: new Date(now + 1),
    role: 'admin' as const,
    closure: { message: '', ends_at: '2100-01-01T00:00:00.000Z' },
  }
  expect((await generate(closed)).answer?.codes).toHaveLength(1)
  const nobody = await generateWithoutToken()
  expect(nobody).toEqual({ code: 'auth.session_expired', steps: [] })
})

async function generateWithoutToken() {
  const steps: unknown[] = []
  const codes = () => ({ findSessionWithKeys: async () => steps.push('find') })
  const service = createCodesService({ db: {}, codes, clock: createManualClock(now) } as unknown as CodesServiceDeps)
  const explainEnd = async () => fail('auth.session_expired')
  const code = await service
    .generate({ bearer: undefined, browserHalf: undefined }, { identify: () => steps.push('identify'), explainEnd })
    .then(
      () => 'done',
      (error: unknown) => (error as { code: string }).code,
    )
  return { code, steps }
}

test('each owner’s data key is opened once; what cannot be read, counts or has no data key shows dashes', async () => {
  const keys = [keyOf('one'), keyOf('two'), keyOf('three', { owner: 'bo' }), keyOf('moved', { sealedAs: 'other' })]
  const { answer, steps } = await generate({
    keys: [...keys, keyOf('counter', { kind: 'hotp', period: null }), keyOf('steam', { kind: 'steam' })],
  })
  expect(answer?.codes.map(({ id, code, next_code: next, time_remaining: left }) => [id, code, next, left])).toEqual([
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

test('who copied the code of this very window is named, the last of several', async () => {
  const copies: SessionWithKeys['copies'] = [
    ['one', 1, 'Cy', '1970-01-01T00:00:40Z'],
    ['one', 1, 'Bo', '1970-01-01T00:00:50Z'],
    ['two', 0, 'Bo', '1970-01-01T00:00:20Z'],
    ['gone', 1, 'Bo', '1970-01-01T00:00:50Z'],
    ['counter', null, 'Bo', '1970-01-01T00:00:50Z'],
  ]
  const { answer } = await generate({ keys: [keyOf('one'), keyOf('two'), keyOf('counter', { kind: 'hotp', period: null })], copies })
  expect(answer?.codes.map(({ id, taken_by: by, taken_at: at }) => [id, by, at])).toEqual([
    ['one', 'Bo', '1970-01-01T00:00:50.000Z'],
    ['two', undefined, undefined],
    ['counter', undefined, undefined],
  ])
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
    codes: () => ({
      find: async () => (counter === undefined ? undefined : row),
      setCounter: async (...input: unknown[]) => steps.push(['count', ...input]),
    }),
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
