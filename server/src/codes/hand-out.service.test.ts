import { expect, test } from 'vitest'
import { secretPlace } from '../keys/secret-place.ts'
import { createManualClock } from '../platform/clock.ts'
import { fail } from '../platform/fail.ts'
import type { Tx } from '../platform/transaction.ts'
import { createHandOutService, type HandOutDeps } from './hand-out.service.ts'
import type { TakeRow } from './takes.repository.ts'

const queued = {
  id: 'take',
  key_id: 'key',
  state: 'queued',
  user_id: 'ann',
  service_account_id: null,
  session_id: 'a session',
  token_id: null,
  decided_at: null,
  time_window: null,
  counter: null,
} as unknown as TakeRow
const seed = Buffer.from('12345678901234567890')
const key = {
  id: 'key',
  owner_id: 'owner',
  kind: 'totp',
  algorithm: 'SHA1',
  digits: 6,
  period: 30,
  counter: null,
  sealed: Buffer.from('sealed'),
  secret: Buffer.from('secret'),
}

interface Found {
  /** As the take is each time that it is looked for. */
  looks?: (Partial<TakeRow> | undefined)[]
  /** Whether each look finds that the taker may be handed codes. */
  entitled?: boolean[]
  approval?: 'none' | 'each'
  hasAccess?: boolean | 'broken'
  key?: object | 'none'
  isReadable?: boolean
  /** The window is free. */
  isFree?: boolean
}

/** Every statement that changes something, and what is asked for; a transaction that fails keeps none. */
function start({
  looks = [{}],
  entitled = [true],
  approval = 'none',
  hasAccess = true,
  key: more = {},
  isReadable = true,
  isFree = true,
}: Found = {}) {
  let steps: unknown[] = []
  const asked: unknown[] = []
  const logged: unknown[] = []
  const take = (changed: Partial<TakeRow>): TakeRow => ({ ...queued, ...changed })
  const note =
    (name: string, answer?: unknown) =>
    async (...input: unknown[]) => {
      steps.push([name, ...input])
      return answer
    }
  const found = [...looks]
  const judged = [...entitled]
  const last: (() => Promise<unknown>)[] = []
  const tx = {
    db: 'of the transaction',
    audit: note('audit'),
    publish: note('publish'),
    writeLast: (write: () => Promise<unknown>) => void last.push(write),
  } as unknown as Tx
  const handOut = createHandOutService({
    clock: createManualClock(0),
    transaction: async <T>(work: (tx: Tx) => Promise<T>) => {
      try {
        const result = await work(tx)
        for (const write of last.splice(0)) await write()
        return result
      } catch (error) {
        steps = []
        throw error
      }
    },
    takes: () => ({
      find: async () => {
        const next = found.length > 1 ? found.shift() : found[0]
        return next === undefined ? undefined : take(next)
      },
      hand: note('hand', isFree ? take({ state: 'handed', time_window: 1 }) : undefined),
      handCounter: note('handCounter', take({ state: 'handed', counter: 7 })),
      end: note('end', true),
      takeOutcome: async () => [{ state: 'handed', key_id: 'key', token_name: 'Bot', last_four: '1234' }],
    }),
    codes: () => ({ find: async () => (more === 'none' ? undefined : { ...key, ...more }) }),
    approvals: () => ({ isStillApproved: async () => true }),
    keyRows: { setCounter: note('setCounter') },
    authorization: {
      lockAccess: async (...input: unknown[]) => {
        asked.push(['lockAccess', ...input])
        if (hasAccess === 'broken') throw new Error('No database.')
        if (!hasAccess) throw fail('keys.not_found')
        return { approval, four_eyes: false }
      },
      hold: async (...input: unknown[]) => void asked.push(['hold', ...input]),
      findEntitled: async (takers: unknown[], db: unknown) => {
        asked.push(['findEntitled', takers, db])
        return (judged.length > 1 ? judged.shift() : judged[0]) ? takers : []
      },
    },
    usage: { recordTaken: async (_tx: Tx, ...input: unknown[]) => void steps.push(['recordTaken', ...input]) },
    crypto: {
      openDataKey: (sealed: Buffer, owner: string) => ({
        open: (place: unknown, secret: Buffer) => {
          asked.push(['open', sealed.toString(), owner, place, secret.toString()])
          if (!isReadable) throw new Error('Not sealed with this key.')
          return seed
        },
      }),
    },
    log: { error: (...input: unknown[]) => logged.push(input) },
  } as unknown as HandOutDeps)
  const names = () => steps.map((step) => (step as string[])[0])
  return { handOut, asked, logged, names, steps: () => steps }
}

const whole = ['hand', 'publish', 'recordTaken']
/** The outcome of a token's take is audited. */
const wholeByToken = ['hand', 'publish', 'audit', 'recordTaken']

test('a take is handed its window in one transaction, under the locks of the key, the taker and what they came with', async () => {
  const { handOut, asked, steps, names } = start()
  expect((await handOut.attempt('take')).isOver).toBe(true)
  expect(names()).toEqual(whole)
  const byToken = start({ looks: [{ token_id: 'a token' }] })
  expect([(await byToken.handOut.attempt('take')).isOver, byToken.names()]).toEqual([true, wholeByToken])
  expect(steps()[1]).toEqual(['publish', 'code.taken', { take_id: 'take', key_id: 'key' }])
  expect(steps()[2]).toEqual(['recordTaken', expect.objectContaining({ id: 'take' }), 'key', 1])
  const db = 'of the transaction'
  expect(asked.slice(0, 3)).toEqual([
    ['lockAccess', db, queued, 'key'],
    ['hold', db, queued],
    ['findEntitled', [queued], db],
  ])
})

test.each([
  ['whose taker may be handed nothing now', { entitled: [false] }],
  ['whose taker lost access to the key', { hasAccess: false }],
  ['whose key is gone', { key: 'none' }],
  ['that nobody approved of what has to be approved now', { approval: 'each' }],
] as [string, Found][])('a take %s ends, and nothing is handed', async (_what, found) => {
  const { handOut, steps } = start(found)
  expect((await handOut.attempt('take')).isOver).toBe(true)
  expect(steps()).toEqual([['end', ['take'], 'ended']])
})

test('a take that was approved is handed out', async () => {
  const { handOut, names } = start({ approval: 'each', looks: [{ decided_at: new Date(0) }] })
  expect([(await handOut.attempt('take')).isOver, names()]).toEqual([true, whole])
})

test.each([
  ['is gone', [undefined]],
  ['is over', [{ state: 'ended' }]],
  ['waits for approval', [{ state: 'awaiting_approval' }]],
] as [string, NonNullable<Found['looks']>][])('nothing happens to a take that %s', async (_what, looks) => {
  const { handOut, steps, asked } = start({ looks })
  expect([(await handOut.attempt('take')).isOver, steps(), asked]).toEqual([true, [], []])
  const late = start({ looks })
  // It was queued a moment ago.
  expect([(await late.handOut.attempt('take', queued)).isOver, late.steps()]).toEqual([true, []])
})

test.each([
  ['another session', { session_id: 'another' }],
  ['another token', { token_id: 'another' }],
  ['another decision', { decided_at: new Date(1) }],
])('a take that goes on with %s meanwhile is judged once more', async (_what, changed) => {
  const refused = start({ looks: [changed], entitled: [true, false] })
  expect([(await refused.handOut.attempt('take', queued)).isOver, refused.names()]).toEqual([true, ['end']])
  const good = start({ looks: [changed], entitled: [false, true] })
  expect([(await good.handOut.attempt('take', queued)).isOver, good.names()]).toEqual([true, 'token_id' in changed ? wholeByToken : whole])
  const same = start({ entitled: [true, false] })
  expect([(await same.handOut.attempt('take', queued)).isOver, same.names()]).toEqual([true, whole])
})

test('while the window is somebody else’s the take waits on', async () => {
  const { handOut, names } = start({ isFree: false })
  expect([(await handOut.attempt('take')).isOver, names()]).toEqual([false, ['hand']])
})

test('a counter is used up with the take that is handed it, and the last there is, is none', async () => {
  const counting = { kind: 'hotp', period: null, counter: 7 }
  const { handOut, steps } = start({ key: counting })
  expect((await handOut.attempt('take')).isOver).toBe(true)
  expect(steps().slice(0, 2)).toEqual([
    ['setCounter', expect.anything(), 'key', 8, expect.any(Date)],
    ['handCounter', 'take', 7],
  ])
  const { handOut: last, steps: none } = start({ key: { ...counting, counter: Number.MAX_SAFE_INTEGER } })
  await expect(last.attempt('take')).rejects.toMatchObject({ code: 'keys.counter_exhausted' })
  expect(none()).toEqual([])
})

test.each([{}, { kind: 'hotp', period: null, counter: 7 }])(
  'an unreadable secret uses up no code, and the take says so: %o',
  async (of) => {
    const { handOut, steps, logged } = start({ key: of, isReadable: false })
    expect((await handOut.attempt('take')).isOver).toBe(true)
    expect(steps()).toEqual([['end', ['take'], 'unreadable']])
    expect(logged).toHaveLength(1)
  },
)

test('any other failure is no end of the take', async () => {
  const { handOut, names } = start({ hasAccess: 'broken' })
  await expect(handOut.attempt('take')).rejects.toThrow('No database.')
  expect(names()).toEqual([])
})

test('a code is made of the key’s own secret, with its digits, or as Steam has it', () => {
  const { handOut, asked } = start()
  const of = (changed: object) => handOut.codeOf({ ...key, ...changed } as never, 1)
  expect([of({}), of({ digits: 8 })]).toEqual(['287082', '94287082'])
  expect(of({ kind: 'steam' })).toMatch(/^[2-9BCDFGHJKMNPQRTVWXY]{5}$/)
  expect(asked[0]).toEqual(['open', 'sealed', 'owner', secretPlace(key as never), 'secret'])
})
