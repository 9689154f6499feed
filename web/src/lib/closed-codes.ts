import { createLiveValue, type LiveValue } from './live-value.ts'

const current = createLiveValue<string | undefined>(undefined)

/** Reason why the account shows no codes, in words; undefined if it does. */
export const closedCodes: LiveValue<string | undefined> = current

export const noteClosedCodes = (reason: string | undefined) => current.set(reason)
