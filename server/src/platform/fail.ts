import { catalogue, fillMessage } from '@twofold/contract/errors'
import type { ErrorCode, FieldErrors } from '@twofold/contract/errors'

/** An answer that is not a success, named by its code in the catalogue. Turned into a response in one place: `http/problem.ts`. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly parameters: Record<string, string | number> | undefined
  readonly errors: FieldErrors | undefined
  /** Seconds after which a new try makes sense. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, details: FailureDetails) {
    const { status, message } = catalogue[code]
    super(fillMessage(message, details.parameters).trim())
    this.code = code
    this.status = status
    this.parameters = details.parameters
    this.errors = details.errors
    this.retryAfter = details.retryAfter
  }
}

export interface FailureDetails {
  /** Fills `{name}` in the message. */
  parameters?: Record<string, string | number>
  /** Field → messages, for 422. */
  errors?: FieldErrors
  retryAfter?: number
}

/** Makes the error to throw: `throw fail('keys.not_found')`. */
export function fail(code: ErrorCode, details: FailureDetails = {}): AppError {
  return new AppError(code, details)
}

/** Whether it is this error of the catalogue. */
export const isFailure = (error: unknown, code: ErrorCode): error is AppError => error instanceof AppError && error.code === code

/** A 422 about one field, whose message is also the answer's. */
export function failField(code: ErrorCode, field: string): AppError {
  return new AppError(code, { errors: { [field]: [catalogue[code].message] } })
}
