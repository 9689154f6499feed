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

test('what a request started and nobody waits for is the node’s own work when the request is over', async () => {
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
