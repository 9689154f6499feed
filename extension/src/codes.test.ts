import { type Client, TwofoldError } from '@twofold/client'
import { expect, test, vi } from 'vitest'
import type { Key } from './choose-keys.ts'
import { afterPin, fetchCode, fillFetched } from './codes.ts'

const key = (fields: Partial<Key> = {}) => ({ id: 'key', type: 'totp', ...fields }) as Key
const refused = (code: 'vault.locked' | 'request.invalid' | 'pin.locked', status: number, message: string) =>
  new TwofoldError(message, code, status)

/** A vault with the given answers, and its calls. */
function createVault(answers: Record<string, (input: unknown) => unknown>) {
  const calls: [string, unknown][] = []
  const vault = new Proxy({} as Client, {
    get: (_, name: string) => (input: unknown) => {
      calls.push([name, input])
      return Promise.resolve().then(() => answers[name]?.(input))
    },
  })
  return { vault, calls }
}

const nobody = { askPin: () => Promise.reject(new Error('asked')), wait: () => {} }

test('a code that others may see as well is reported once it is used, not before', async () => {
  const { vault, calls } = createVault({ showCode: () => ({ code: '123456' }) })
  const { code, used } = await fetchCode(vault, key(), nobody)
  expect([code, calls.map(([name]) => name)]).toEqual(['123456', ['showCode']])
  await used()
  expect(calls.at(-1)).toEqual(['copiedCode', { params: { id: 'key' }, body: { code: 'current' } }])
})

test.each([{ exclusive: true }, { type: 'hotp' as const }])('a code of %o is taken, and waited for', async (fields) => {
  const takes = [
    { state: 'awaiting_approval', approval: { url: 'x', number: 42 } },
    { state: 'handed', code: '123456' },
  ]
  const waits: unknown[] = []
  const { vault, calls } = createVault({
    takeCode: () => ({ take: { id: 'take', state: 'queued' } }),
    getTake: () => ({ take: { id: 'take', ...takes.shift() } }),
  })
  const { code } = await fetchCode(vault, key(fields), { ...nobody, wait: ({ approval }) => waits.push(approval?.number) })
  expect(code).toBe('123456')
  expect(waits).toEqual([undefined, 42])
  expect(calls.map(([name]) => name)).toEqual(['takeCode', 'getTake', 'getTake'])
})

test.each([
  ['no_field', true, 'in_frame'],
  ['moved', false, 'moved'],
] as const)('no code is fetched where the page is found %s', async (found, hasFrames, outcome) => {
  const never = () => Promise.reject(new Error('fetched'))
  expect(await fillFetched({ look: () => Promise.resolve(found), fill: never }, hasFrames, never)).toBe(outcome)
})

test.each(['found', 'no_field'] as const)(
  'a code that is fetched is filled, and left to be copied where the page has no field by then',
  async (found) => {
    const used = vi.fn<() => Promise<void>>(() => Promise.resolve())
    const fetched = { code: '123456', used }
    const fillWith = (outcome: 'filled' | 'no_field') =>
      fillFetched({ look: () => Promise.resolve(found), fill: () => Promise.resolve(outcome) }, false, () => Promise.resolve(fetched))
    expect([await fillWith('no_field'), used.mock.calls.length]).toEqual([fetched, 0])
    expect([await fillWith('filled'), used.mock.calls.length]).toEqual(['filled', 1])
  },
)

test('a locked vault asks for the PIN until it is right, says what was wrong, and then goes on', async () => {
  let isLocked = true
  const { vault } = createVault({
    verifyPin(input) {
      if ((input as { body: { pin: string } }).body.pin !== '2468') throw refused('request.invalid', 422, 'Wrong PIN')
      isLocked = false
    },
  })
  const complaints: (TwofoldError | undefined)[] = []
  const pins = ['1111', '2468']
  const askPin = (complaint: TwofoldError | undefined) => {
    complaints.push(complaint)
    return Promise.resolve(pins.shift() ?? '')
  }
  const answer = await afterPin(vault, { askPin }, () => {
    if (isLocked) return Promise.reject(refused('vault.locked', 403, 'Locked'))
    return Promise.resolve('open')
  })
  expect([answer, complaints.map((one) => one?.message)]).toEqual(['open', [undefined, 'Wrong PIN']])
})

test('the PIN can be entered again after the vault could not be reached, or was busy', async () => {
  const failures = [new TwofoldError('Away', 'client.unreachable', 0), new TwofoldError('Busy', 'rate.limited', 429)]
  let isLocked = true
  const { vault } = createVault({
    verifyPin() {
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      isLocked = false
    },
  })
  const complaints: (TwofoldError | undefined)[] = []
  const askPin = (complaint: TwofoldError | undefined) => {
    complaints.push(complaint)
    return Promise.resolve('2468')
  }
  await afterPin(vault, { askPin }, () => (isLocked ? Promise.reject(refused('vault.locked', 403, 'Locked')) : Promise.resolve('open')))
  expect(complaints.map((one) => one?.message)).toEqual([undefined, 'Away', 'Busy'])
})

test('a PIN that is locked ends the question', async () => {
  const { vault } = createVault({
    verifyPin() {
      throw refused('pin.locked', 429, 'PIN locked')
    },
  })
  const act = () => Promise.reject(refused('vault.locked', 403, 'Locked'))
  await expect(afterPin(vault, { askPin: () => Promise.resolve('1') }, act)).rejects.toThrow('PIN locked')
})
