import type { RateLimit } from './api-error.ts'

function number(headers: Headers, name: string): number | undefined {
  const text = headers.get(name)
  const value = Number(text)
  return text === null || text.trim() === '' || !Number.isFinite(value) ? undefined : value
}

/** Reads the `x-ratelimit-*` headers; undefined unless the answer has what the screens need. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const remaining = number(headers, 'x-ratelimit-remaining')
  const reset = number(headers, 'x-ratelimit-reset')
  if (remaining === undefined || reset === undefined) return undefined
  return { limit: number(headers, 'x-ratelimit-limit') ?? remaining, remaining, reset }
}

/**
 * Whole seconds until a limited call may be tried again, at least 1. `retry-after` does not depend on this computer's clock; without it
 * the reset time counts from the server's own `date`, and only then from `now` (Unix milliseconds).
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const relative = number(headers, 'retry-after')
  if (relative !== undefined) return Math.max(1, Math.ceil(relative))
  const reset = number(headers, 'x-ratelimit-reset')
  if (reset === undefined) return undefined
  const serverTime = Date.parse(headers.get('date') ?? '')
  return Math.max(1, Math.ceil(reset - (Number.isNaN(serverTime) ? now : serverTime) / 1000))
}
