import { showSecret } from '@twofold/contract/keys'
import { expect, test } from 'vitest'
import { askForPin, offerPinPrompt, pinRequest } from './pin-gate.ts'

test('calls that need the PIN at the same time are answered by one question', async () => {
  const stop = offerPinPrompt()
  const both = Promise.all([askForPin(showSecret), askForPin(showSecret)])
  pinRequest.get()?.answer(true)
  expect(await both).toEqual([true, true])
  expect(pinRequest.get()).toBeUndefined()
  stop()
})

test('nobody waits if nothing on the page can ask, or the question went away', async () => {
  expect(await askForPin(showSecret)).toBe(false)
  const stop = offerPinPrompt()
  const waiting = askForPin(showSecret)
  stop()
  expect(await waiting).toBe(false)
})
