import type { Endpoint } from '@twofold/contract/endpoint'
import { createLiveValue, type LiveValue } from './live-value.ts'

/** A call that waits until `answer` says whether the PIN was correct; false: it was not entered. */
export interface PinRequest {
  /** The call that waits, the first of several. */
  endpoint: Pick<Endpoint, 'method' | 'path'>
  answer: (isRight: boolean) => void
}

const current = createLiveValue<PinRequest | undefined>(undefined)
let prompts = 0
let asking: Promise<boolean> | undefined

export const pinRequest: LiveValue<PinRequest | undefined> = current

/** Says that there is something on the page that asks. Returns the way to stop. */
export function offerPinPrompt(): () => void {
  prompts += 1
  return () => {
    prompts -= 1
    if (prompts === 0) current.get()?.answer(false)
  }
}

/** Has the page ask for the PIN; calls that need it at the same time wait for the same answer. */
export function askForPin(endpoint: PinRequest['endpoint']): Promise<boolean> {
  if (prompts === 0) return Promise.resolve(false)
  asking ??= new Promise<boolean>((answer) => current.set({ endpoint, answer })).finally(() => {
    asking = undefined
    current.set(undefined)
  })
  return asking
}
