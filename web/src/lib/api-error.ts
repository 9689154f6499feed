import type { FieldErrors } from '@twofold/contract/errors'
import { NoPasskey } from './no-passkey.ts'

/** The server's rate limit for this call. */
export interface RateLimit {
  limit: number
  remaining: number
  /** Unix seconds. */
  reset: number
}

/**
 * `network`: the server gave no answer, or not all of it. `unclear`: a write may have been carried out, but was not answered in time, or unreadably.
 * `unreadable`: something answered, but not our API. Else a code of the contract's catalogue.
 */
export type FailureCode = 'network' | 'unclear' | 'unreadable' | (string & {})

/** A call that failed. `message` is in the reader's language and fit to be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly code: FailureCode
  /** By field, in the reader's language. */
  readonly errors: FieldErrors
  readonly rateLimit: RateLimit | undefined
  /** Whole seconds until the call may be tried again; only with status 429 or 503. */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    failure: {
      status: number
      code: FailureCode
      errors?: FieldErrors | undefined
      rateLimit?: RateLimit | undefined
      retryAfter?: number | undefined
    },
  ) {
    super(message)
    this.status = failure.status
    this.code = failure.code
    this.errors = failure.errors ?? {}
    this.rateLimit = failure.rateLimit
    this.retryAfter = failure.retryAfter
  }

  /**
   * The server could not be reached, or cannot work right now: nothing is wrong with the call, and trying again may help. A proxy's or a captive
   * portal's page in its place is no refusal either.
   */
  get isOutage(): boolean {
    return this.status === 0 || (this.status >= 502 && this.status <= 504) || (this.code === 'unreadable' && this.status !== 500)
  }

  /** Says nothing about the session: it is still open once the server can be reached, or fewer calls are made. */
  get isPassing(): boolean {
    return this.isOutage || this.status === 429
  }

  /** The first complaint about any field. */
  get firstComplaint(): string | undefined {
    return Object.values(this.errors).flat()[0]
  }
}

/**
 * The message for a failure: the browser's about a passkey, a field's complaint, the server's, or else `fallback`. Only the server's own sentences
 * win over the fallback; a missing answer says less than what did not happen.
 */
export function failureMessage(error: unknown, fallback: string): string {
  if (error instanceof NoPasskey) return error.message
  if (!(error instanceof ApiError) || error.code === 'network' || error.code === 'unreadable') return fallback
  return error.firstComplaint ?? (error.message || fallback)
}
