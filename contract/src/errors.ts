import * as z from 'zod/mini'

/**
 * Every error the API answers with, by code. `{name}` marks a parameter. The browser translates by code and falls back to
 * the message.
 */
export const catalogue = {
  'request.malformed': { status: 400, message: 'The request is not valid JSON.' },
  'request.invalid': { status: 422, message: 'Please fix the errors above' },
  'request.too_large': { status: 413, message: 'The request is too large.' },
  'request.not_json': { status: 415, message: 'Please send JSON.' },
  'request.not_found': { status: 404, message: 'There is nothing at this address.' },
  'request.cross_site': { status: 403, message: 'This request came from another site and was refused.' },
  'request.xsrf': { status: 403, message: 'Your session could not be confirmed. Please reload the page and try again.' },
  'rate.limited': { status: 429, message: 'Too many attempts. Please try again in {seconds} seconds.' },
  'server.failed': { status: 500, message: 'Something went wrong on our side. Please try again.' },
  'server.unavailable': { status: 503, message: 'The database cannot be reached right now. Please try again in a moment.' },
  'server.busy': { status: 503, message: 'The server is busy right now. Please try again in a moment.' },

  'auth.unauthenticated': { status: 401, message: 'Please sign in.' },
  'auth.forbidden': { status: 403, message: 'You are not allowed to do this.' },
  'auth.invalid_credentials': { status: 422, message: 'The e-mail or password is not right. Check both and try again.' },
  'auth.email_taken': { status: 422, message: 'This e-mail is already in use.' },
  'auth.sign_up_closed': { status: 403, message: 'Sign-up is closed here. Please ask an administrator for an account.' },
  'mail.unavailable': { status: 503, message: 'This installation cannot send e-mail yet. Please ask your administrator.' },
  'setup.link_invalid': { status: 422, message: 'This set-up link is not valid, has expired or was used already.' },

  'idempotency.mismatch': { status: 422, message: 'This Idempotency-Key was used with another request.' },
  'idempotency.in_progress': { status: 409, message: 'The first request with this Idempotency-Key is still in progress.' },
  'idempotency.answer_lost': {
    status: 409,
    message: 'The first request with this Idempotency-Key was carried out, but its answer was lost.',
  },

  'keys.not_found': { status: 404, message: '2FA key not found.' },
  'keys.limit_reached': { status: 409, message: 'You have reached the limit of {limit} keys.' },
  'keys.secret_invalid': { status: 422, message: 'This secret is not valid Base32. It uses the letters A to Z and the digits 2 to 7.' },
  'keys.uri_invalid': { status: 422, message: 'This is not a valid otpauth link.' },
  'keys.not_counter_based': { status: 409, message: 'Only counter-based keys have a next code on demand.' },
  'keys.counter_exhausted': { status: 409, message: 'The counter of this key cannot go any further.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof catalogue

/** Field → messages. Nested fields are written `a.b`. */
export type FieldErrors = Record<string, string[]>

/** The body of every answer that is not a success. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  parameters: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})

export type ErrorBody = z.infer<typeof errorBody>

/** Fills `{name}` in a message of the catalogue. */
export function fillMessage(message: string, parameters: Record<string, string | number> = {}): string {
  return message.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole))
}
