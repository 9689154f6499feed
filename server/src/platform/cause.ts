import { AsyncLocalStorage } from 'node:async_hooks'

/** The id of the request that something follows from, through jobs that it left, on whatever node they run. */
const current = new AsyncLocalStorage<string | undefined>()

export function asCause<T>(requestId: string | undefined, work: () => T): T {
  return current.run(requestId, work)
}

export const currentCause = (): string | undefined => current.getStore()
