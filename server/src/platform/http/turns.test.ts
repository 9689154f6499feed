import { expect, test } from 'vitest'
import { fail } from '../fail.ts'
import { currentPerson } from '../person.ts'
import { createTurns } from './turns.ts'

const session = (bearer: string, browserHalf?: string) => ({ bearer, browserHalf })
const network = '203.0.113.7'

test('a session counts for its account once it was found to be good, until it is found not to be', async () => {
  const turns = createTurns({ requestsEach: 4 })
  const keyOf = (bearer: string, half?: string) => turns.find(session(bearer, half), network).key
  expect(keyOf('one')).toBe('address 203.0.113.7')
  turns.remember(turns.find(session('one'), network), 'ann')
  turns.remember(turns.find(session('two', 'half'), network), 'ann')
  expect([keyOf('one'), keyOf('two', 'half')]).toEqual(['account ann', 'account ann'])
  // The stolen half of a session opens nothing, and takes no turn of its account's.
  expect(keyOf('two')).toBe('address 203.0.113.7')
  const ended = turns.during(turns.find(session('one'), network), () => Promise.reject(fail('auth.unauthenticated')))
  await expect(ended).rejects.toMatchObject({ status: 401 })
  expect([keyOf('one'), keyOf('two', 'half')]).toEqual(['address 203.0.113.7', 'account ann'])
})

test('only a session that was refused is forgotten, and nobody without one is remembered', async () => {
  const turns = createTurns({ requestsEach: 4 })
  const keyOf = (bearer: string, half?: string) => turns.find(session(bearer, half), network).key
  const known = turns.find(session('one', undefined), network)
  turns.remember(known, 'ann')
  for (const error of [fail('keys.not_found'), new Error('broken'), Object.assign(new Error('no error of ours'), { status: 401 })])
    await expect(turns.during(known, () => Promise.reject(error))).rejects.toBe(error)
  expect([keyOf('one'), known.isOver]).toEqual(['account ann', true])
  const nobody = turns.find({ bearer: undefined, browserHalf: 'half' }, network)
  turns.remember(nobody, 'bo')
  await expect(turns.during(nobody, () => Promise.reject(fail('auth.unauthenticated')))).rejects.toMatchObject({ status: 401 })
  expect([nobody.session, turns.find({ bearer: undefined, browserHalf: undefined }, network).key]).toEqual([
    undefined,
    `address ${network}`,
  ])
  // A half that is missing is no half called undefined.
  expect([keyOf('one', 'undefined'), keyOf('one', '')]).toEqual([`address ${network}`, 'account ann'])
})

test('10,000 sessions are remembered, the newest ones', () => {
  const turns = createTurns({ requestsEach: 4 })
  const remember = (bearer: string) => turns.remember(turns.find(session(bearer), network), 'ann')
  const keyOf = (bearer: string) => turns.find(session(bearer), network).key
  for (let count = 0; count < 10_000; count++) remember(`token ${count}`)
  remember('token 0')
  expect(keyOf('token 0')).toBe('account ann')
  remember('one more')
  expect([keyOf('token 0'), keyOf('token 1'), keyOf('one more')]).toEqual([`address ${network}`, 'account ann', 'account ann'])
})

test('a person has so many turns at once, and the next one waits', async () => {
  const turns = createTurns({ requestsEach: 2 })
  const caller = turns.find(session('one'), network, 'ann')
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (index: number) => () => {
    begun.push(index)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const all = [0, 1, 2].map((index) => turns.during(caller, work(index)))
  await turns.during(turns.find(session('two'), network, 'bo'), () => Promise.resolve())
  expect(begun).toEqual([0, 1])
  ends[0]?.()
  await all[0]
  await turns.during(turns.find(session('two'), network, 'bo'), () => Promise.resolve())
  expect(begun).toEqual([0, 1, 2])
  for (const end of ends) end()
  await Promise.all(all)
})

test('256 requests of an account wait for their turn, and 2,048 of an address, behind which an office may sit', async () => {
  const turns = createTurns({ requestsEach: 1 })
  for (const [caller, longest] of [
    [turns.find(session('one'), network, 'ann'), 256],
    [turns.find(session('nobody'), network), 2048],
  ] as const) {
    const ends: (() => void)[] = []
    const wait = () => turns.during(caller, () => new Promise<void>((resolve) => ends.push(resolve)))
    const all = Array.from({ length: 1 + longest }, wait)
    await expect(wait()).rejects.toMatchObject({ status: 429 })
    for (let ended = 0; ended < all.length; ended++) {
      while (ends[ended] === undefined) await Promise.resolve()
      ends[ended]?.()
    }
    await Promise.all(all)
  }
})

test('work that a request started and nobody waits for is the node’s own when the request is over', async () => {
  const turns = createTurns({ requestsEach: 4 })
  const caller = turns.find(session('one'), network, 'ann')
  let go = () => {}
  const started = new Promise<void>((resolve) => (go = resolve))
  let later: Promise<string> | undefined
  const during = await turns.during(caller, () => {
    later = started.then(currentPerson)
    return Promise.resolve(currentPerson())
  })
  caller.isOver = true
  go()
  expect([during, await later]).toEqual(['account ann', 'own work'])
})
