import { catalogue } from '@twofold/contract/error-catalogue'
import { type ErrorCode, fillMessage } from '@twofold/contract/errors'
import type { Wording } from '@twofold/contract/said'
import type { Complaint, Complaints } from './complaint.ts'
import { inUtc } from './utc-time.ts'

/** An answer that is not a success, named by its code in the catalogue. Turned into a response in one place: `http/problem.ts`. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly parameters: Record<string, string | number> | undefined
  readonly errors: Complaints | undefined
  /** Seconds after which a new try makes sense. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, details: FailureDetails) {
    const entry = catalogue[code]
    super(fillMessage(entry, details.parameters).trim())
    this.code = code
    this.status = entry.status
    this.parameters = details.parameters
    this.errors = details.errors
    this.retryAfter = details.retryAfter
  }
}

export interface FailureDetails {
  /** Fills `{name}` in the message. */
  parameters?: Record<string, string | number>
  /** By field, for 422. */
  errors?: Complaints
  retryAfter?: number
}

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type ParametersOf<Code extends ErrorCode> = NamesIn<(typeof catalogue)[Code]['message']>

type ParametersAsked<Code extends ErrorCode> = [ParametersOf<Code>] extends [never]
  ? []
  : [parameters: Readonly<Record<ParametersOf<Code>, string | number>>]

/** Details of an error, among them every value that its message names. */
type DetailsOf<Code extends ErrorCode> = [ParametersOf<Code>] extends [never]
  ? [details?: FailureDetails]
  : [details: FailureDetails & { parameters: Record<ParametersOf<Code>, string | number> }]

/** Makes the error to throw: `throw fail('keys.not_found')`. The types ask for the values that its message names. */
export function fail<Code extends ErrorCode>(code: Code, ...[details = {}]: DetailsOf<Code>): AppError {
  return isRefusal(catalogue[code].status) ? withoutStack(() => new AppError(code, details)) : new AppError(code, details)
}

/** The error as a sentence that is kept or e-mailed: its times are written as those of other sentences, which each language can format. */
export function wordingOf({ code, parameters }: AppError): Wording {
  if (parameters === undefined) return { code }
  const values = Object.entries(parameters).map(([name, value]) => [name, isMoment(value) ? inUtc(value) : value] as const)
  return { code, values: Object.fromEntries(values) }
}

const isMoment = (value: string | number): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/.test(value)

/** Statuses that floods are answered with. */
export const isRefusal = (status: number): boolean => status === 429 || status === 503

/** For errors that may occur thousands of times a second, and whose origin does not matter. */
export function withoutStack<T>(make: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return make()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Whether `error` is this error of the catalogue. */
export const isFailure = (error: unknown, code: ErrorCode): error is AppError => error instanceof AppError && error.code === code

/** The message of a catalogue error as a complaint about a field. */
export const complaintOf = <Code extends ErrorCode>(code: Code, ...[parameters]: ParametersAsked<Code>): Complaint =>
  fillMessage(catalogue[code], parameters) as Complaint

/** A 422 about one field, whose message is also the answer's. */
export function failField<Code extends ErrorCode>(code: Code, field: string, ...asked: ParametersAsked<Code>): AppError {
  const [parameters] = asked
  const errors = { [field]: [complaintOf(code, ...asked)] }
  return new AppError(code, parameters === undefined ? { errors } : { errors, parameters: { ...parameters } })
}

export async function checkAll(...checks: (() => unknown)[]): Promise<void> {
  const failures: AppError[] = []
  for (const check of checks) {
    try {
      await check()
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 422 || error.errors === undefined) throw error
      failures.push(error)
    }
  }
  const [first, ...others] = failures
  if (first === undefined) return
  throw others.length === 0 ? first : fail('request.invalid', { errors: mergeErrors(...failures.map(({ errors }) => errors ?? {})) })
}

/** The complaints of each about every field; those of the first about a field win. */
export function mergeErrors(...all: Complaints[]): Complaints {
  return Object.fromEntries(all.toReversed().flatMap((errors) => Object.entries(errors)))
}
