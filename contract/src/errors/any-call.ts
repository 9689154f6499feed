import type { ErrorEntries } from './entries.ts'

/** Errors of any request, whatever it asks for. */
export const anyCallErrors = {
  'request.malformed': { status: 400, message: 'The request is not valid JSON.' },
  'request.invalid': { status: 422, message: 'Please fix the errors above' },
  'request.too_large': { status: 413, message: 'The request is too large.' },
  'request.too_many_parts': { status: 413, message: 'The request has too many parts, or they lie too deep inside each other.' },
  'request.not_json': { status: 415, message: 'Please send JSON.' },
  'request.not_found': { status: 404, message: 'There is nothing at this address.' },
  'request.cross_site': { status: 403, message: 'This request came from another site and was refused.' },
  'request.xsrf': { status: 403, message: 'Your session could not be confirmed. Please reload the page and try again.' },

  'rate.limited': { status: 429, message: 'Too many attempts. Please try again in {seconds} seconds.' },
  'rate.too_many_at_once': {
    status: 429,
    message: 'Too many requests at the same time. Please try again in {seconds} seconds.',
    one: { by: 'seconds', message: 'Too many requests at the same time. Please try again in 1 second.' },
  },

  'server.failed': { status: 500, message: 'Something went wrong on our side. Please try again.' },
  'server.unavailable': { status: 503, message: 'The database cannot be reached right now. Please try again in a moment.' },
  'server.busy': { status: 503, message: 'The server is busy right now. Please try again in a moment.' },

  'idempotency.mismatch': { status: 422, message: 'This Idempotency-Key was used with another request.' },
  'idempotency.in_progress': { status: 409, message: 'The first attempt is still being carried out. Please try again in a moment.' },
  'idempotency.answer_lost': {
    status: 409,
    message: 'The first attempt was carried out, but its answer was lost. Look at the result before you try again.',
  },
} as const satisfies ErrorEntries
