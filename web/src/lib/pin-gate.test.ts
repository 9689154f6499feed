import { expect, test } from 'vitest'
import { askForPin, offerPinPrompt, pinRequest } from './pin-gate.ts'

test('calls that need the PIN at the same time are answered by one question', async () => {
  const stop = offerPinPrompt()
  const both = Promise.all([askForPin(), askForPin()])
  pinRequest.get()?.answer(true)
  expect(await both).toEqual([true, true])
  expect(pinRequest.get()).toBeUndefined()
  stop()
})

test('nobody waits if nothing on the page can ask, or the question went away', async () => {
  expect(await askForPin()).toBe(false)
  const stop = offerPinPrompt()
  const waiting = askForPin()
  stop()
  expect(await waiting).toBe(false)
})
