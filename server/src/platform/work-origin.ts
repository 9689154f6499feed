import { AsyncLocalStorage } from 'node:async_hooks'
import { currentTraceparent } from './tracing/tracing.ts'

/** The origin of some work, passed on through jobs and messages across nodes. */
export interface Origin {
  requestId?: string | undefined
  /** Its place in a trace, if it is traced. */
  traceparent?: string | undefined
}

const current = new AsyncLocalStorage<string | undefined>()

export function asCause<T>(requestId: string | undefined, work: () => T): T {
  return current.run(requestId, work)
}

export const currentCause = (): string | undefined => current.getStore()

/** For a row that is written now and processed later. */
export const originNow = () => originOf({ requestId: currentCause(), traceparent: currentTraceparent() })

export const originOf = ({ requestId, traceparent }: Origin) => ({ caused_by: requestId ?? null, traceparent: traceparent ?? null })
