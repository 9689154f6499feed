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
  'auth.second_factor_required': { status: 403, message: 'Please confirm your sign-in first.' },
  'auth.password_change_required': { status: 403, message: 'Please choose a new password first.' },
  'auth.second_factor_wrong': { status: 422, message: 'This is not right, or was used already. Please try again.' },
  'auth.second_factor_ended': { status: 401, message: 'Too many wrong codes. Please sign in again.' },
  'auth.second_factor_passed': { status: 409, message: 'This sign-in is confirmed already.' },
  'auth.passkey_refused': { status: 422, message: 'This passkey could not be confirmed. Please try again.' },
  'auth.locked': { status: 429, message: 'Too many failed sign-ins from here. Please try again in {minutes} minutes.' },
  'auth.email_taken': { status: 422, message: 'This e-mail is already in use.' },
  'auth.sign_up_closed': { status: 403, message: 'Sign-up is closed here. Please ask an administrator for an account.' },
  'mail.unavailable': { status: 503, message: 'This installation cannot send e-mail yet. Please ask your administrator.' },
  'links.wrong': { status: 422, message: 'This link is not right. Please check that it was copied whole.' },
  'links.used': { status: 422, message: 'This link was used already.' },
  'links.expired': { status: 422, message: 'This link is not valid any more. Please ask for a new one.' },
  'accounts.last_administrator': {
    status: 409,
    message: 'This is the last active administrator. Please make somebody else an administrator first.',
  },
  'profile.password_wrong': { status: 422, message: 'The password is not right.' },
  'profile.password_missing': { status: 422, message: 'Please enter your current password to change the e-mail.' },
  'profile.password_unchanged': { status: 422, message: 'The new password must be another one than the current one.' },
  'profile.preference_unknown': { status: 422, message: 'There is no mail to choose about by this name.' },
  'sessions.not_found': { status: 404, message: 'This session has ended already.' },
  'setup.link_invalid': { status: 422, message: 'This set-up link is not valid, has expired or was used already.' },

  'factors.totp_enabled': { status: 409, message: 'Codes are asked for at sign-in already. Remove the present generator first.' },
  'factors.totp_not_begun': { status: 409, message: 'Please scan a new QR code first.' },
  'factors.totp_not_found': { status: 404, message: 'No code generator is set up.' },
  'factors.code_wrong': {
    status: 422,
    message: 'This code is not right. Check that the clock of your device is right, and try the next one.',
  },
  'factors.passkey_not_found': { status: 404, message: 'There is no such passkey.' },
  'factors.passkey_known': { status: 409, message: 'This passkey was added already.' },
  'factors.none': { status: 409, message: 'Set up an authenticator app or a passkey first: recovery codes stand in for one.' },

  'pin.required': { status: 403, message: 'Please enter your PIN first.' },
  'pin.wrong': { status: 422, message: 'This PIN is not right. Tries left: {tries}.' },
  'pin.locked': { status: 429, message: 'PIN locked. Please try again in {minutes} minutes.' },
  'pin.void': {
    status: 409,
    message: 'After too many wrong tries this PIN is not good any more. Set a new one with your password or a recovery code.',
  },
  'pin.not_set': { status: 409, message: 'You have no PIN yet. Set one first.' },
  'pin.proof_required': { status: 422, message: 'Please enter your current PIN.' },
  'pin.password_required': { status: 422, message: 'Please enter your current password.' },
  'pin.factor_required': { status: 422, message: 'Please enter a code of your authenticator app, or a recovery code.' },
  'pin.proof_wrong': { status: 422, message: 'This recovery code is not right, or was used already.' },

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

  'email.provider_not_found': { status: 404, message: 'There is no such e-mail provider.' },
  'email.provider_kind_fixed': { status: 422, message: 'The type of a provider cannot be changed. Please add a new one.' },
  'email.secret_required': { status: 422, message: 'Please enter the password or key.' },
  'email.secret_required_again': {
    status: 422,
    message: 'Please enter the password or key again: the stored one is not sent anywhere else than where it was meant for.',
  },
  'email.log_not_found': { status: 404, message: 'There is no such mail in the log.' },
  'email.not_resendable': { status: 409, message: 'Only mail that failed or bounced can be sent again.' },
  'email.link_not_kept': {
    status: 409,
    message: 'This mail carried a one-time link, which is not kept. Please have a new link asked for instead.',
  },
  'email.content_gone': { status: 409, message: 'The content of this mail is not kept any more, so it cannot be sent again.' },
  'email.already_resent': { status: 409, message: 'This mail was sent again already. The log shows what became of it.' },
  'email.theme_not_found': { status: 422, message: 'There is no such theme.' },
  'email.retention_order': { status: 422, message: 'Contents cannot be kept longer than the mails they belong to.' },
  'email.already_suppressed': { status: 409, message: 'This address is on the suppression list already.' },
  'email.suppression_not_found': { status: 404, message: 'This address is not on the suppression list.' },
  'email.webhook_refused': { status: 403, message: 'This message does not come from where it says.' },
  'email.webhook_unverifiable': { status: 503, message: 'The signature of this message cannot be checked right now.' },
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
