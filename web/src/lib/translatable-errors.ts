import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '@twofold/contract/errors'
import { limits } from '@twofold/contract/limits'
import { hiddenInAddress, keyLinkRefusal } from '@twofold/contract/text'

/** The part of the contract's catalogue that the screens of today can meet; whatever is missing is shown as the server words it. */
export const byCode: Partial<Record<ErrorCode, MessageDescriptor>> = {
  'request.malformed': msg`The request is not valid JSON.`,
  'request.invalid': msg`Please fix the errors above`,
  'request.too_large': msg`The request is too large.`,
  'request.too_many_parts': msg`The request has too many parts, or they lie too deep inside each other.`,
  'request.not_json': msg`Please send JSON.`,
  'request.not_found': msg`There is nothing at this address.`,
  'request.cross_site': msg`This request came from another site and was refused.`,
  'request.xsrf': msg`Your session could not be confirmed. Please reload the page and try again.`,
  'rate.limited': msg`Too many attempts. Please try again in {seconds} seconds.`,
  'rate.too_many_at_once': msg`Too many requests at the same time. Please try again in {seconds} seconds.`,
  'server.failed': msg`Something went wrong on our side. Please try again.`,
  'server.unavailable': msg`The database cannot be reached right now. Please try again in a moment.`,
  'server.busy': msg`The server is busy right now. Please try again in a moment.`,
  'maintenance.active': msg`Maintenance is under way. Please come back later.`,
  'maintenance.over': msg`This maintenance is over already.`,
  'maintenance.overlaps': msg`Another maintenance is set for this time.`,
  'maintenance.start_in_past': msg`Please choose a time in the future.`,
  'maintenance.too_far': msg`Please choose a time within the next year.`,
  'maintenance.end_before_start': msg`The end must be at least a minute after the start.`,
  'maintenance.too_long': msg`A maintenance can last 7 days at most.`,
  'jobs.not_failed': msg`This job has not failed, or is being tried again already.`,
  'jobs.nothing_failed': msg`Nothing has failed there.`,
  'releases.off': msg`No release feed is set.`,
  'auth.unauthenticated': msg`Please sign in.`,
  'auth.forbidden': msg`You are not allowed to do this.`,
  'auth.invalid_credentials': msg`Wrong e-mail or password.`,
  'auth.email_taken': msg`This e-mail is already in use.`,
  'auth.password_too_short': msg`Password must be at least {minimum} characters`,
  'auth.sign_up_closed': msg`Sign-up is closed here. Please ask an administrator for an account.`,
  'accounts.last_administrator': msg`This is the last active administrator. Please make somebody else an administrator first.`,
  'profile.password_wrong': msg`The password is not right.`,
  'profile.no_pending_email': msg`No change of the e-mail is waiting to be confirmed any more.`,
  'mail.unavailable': msg`This installation cannot send e-mail yet. Please ask your administrator.`,
  'mail.not_set_up': msg`E-mail isn’t set up yet. Add a provider under Email Providers. Until then, create links and hand them over yourself.`,
  'setup.required': msg`This installation has no administrator yet. Open the set-up link that the server prints when it starts.`,
  'auth.second_factor_wrong': msg`Wrong code, or already used. Tries left: {tries}.`,
  'auth.second_factor_ended': msg`Too many wrong codes. Please sign in again.`,
  'auth.passkey_refused': msg`This passkey could not be confirmed. Please try again.`,
  'auth.locked': msg`Too many failed sign-ins from here. Please try again in {minutes} minutes.`,
  'links.wrong': msg`This link is not right. Please check that it was copied whole.`,
  'links.used': msg`This link was used already.`,
  'links.expired': msg`This link is not valid any more. Please ask for a new one.`,
  'setup.link_invalid': msg`This set-up link is not valid, has expired or was used already.`,
  'idempotency.mismatch': msg`This Idempotency-Key was used with another request.`,
  'idempotency.in_progress': msg`The first request with this Idempotency-Key is still in progress.`,
  'idempotency.answer_lost': msg`The first request with this Idempotency-Key was carried out, but its answer was lost.`,
  'keys.not_found': msg`2FA key not found.`,
  'keys.limit_reached': msg`You have reached the limit of {limit} keys.`,
  'keys.secret_too_short': msg`This secret is too short.`,
  'keys.secret_too_long': msg`This secret is too long.`,
  'keys.secret_invalid': msg`This secret is not valid Base32. It uses the letters A to Z and the digits 2 to 7.`,
  'keys.uri_invalid': msg`This is not a valid otpauth link.`,
  'keys.not_counter_based': msg`Only counter-based keys have a next code on demand.`,
  'auth.account_stopped': msg`This account is stopped. Prove who you are with something from before, or ask a second administrator to open it.`,
  'trust.nothing_to_stop': msg`There is nothing to stop any more: this account is open again.`,
  'trust.not_closed': msg`This account is not closed.`,
  'trust.proof_wrong': msg`This does not prove who you are. It is wrong, or newer than what closed the account.`,
  'keys.secrets_closed': msg`Secrets, backup codes, exports, sharing and changes to how you sign in stay closed until {until}.`,
  'keys.codes_closed': msg`Codes stay closed until {until}, because somebody else may have set your password. Enter your PIN, or sign in with your second factor, to open them.`,
  'pin.second_proof_required': msg`The password alone is not enough. Use a passkey, a code of your authenticator app or a recovery code, or have a link sent to you.`,
  'leavers.to_newcomer': msg`This account was created within the last 30 days, or an administrator changed how it is reached. Please choose somebody else.`,
  'keys.counter_exhausted': msg`The counter of this key cannot go any further.`,
}

const nameMax = limits.nameMax
const passwordMax = limits.passwordMax
const keyNameMax = limits.keyNameMax
const keysPerOwner = limits.keysPerOwner

/** The contract's schemas speak English on both sides; this is how their sentences reach translators. */
export const bySentence = new Map<string, { descriptor: MessageDescriptor; values?: Record<string, number> }>([
  ['Name is required', { descriptor: msg`Name is required` }],
  ['Name must be at least 2 characters', { descriptor: msg`Name must be at least 2 characters` }],
  [
    `Name must be at most ${nameMax} characters`,
    { descriptor: msg`Name must be at most {maximum} characters`, values: { maximum: nameMax } },
  ],
  [
    `Name must be at most ${keyNameMax} characters`,
    { descriptor: msg`Name must be at most {maximum} characters`, values: { maximum: keyNameMax } },
  ],
  ['Name contains characters that are not allowed', { descriptor: msg`Name contains characters that are not allowed` }],
  ['This contains characters that are not allowed', { descriptor: msg`This contains characters that are not allowed` }],
  [
    keyLinkRefusal,
    { descriptor: msg`An otpauth link holds a secret, and this text is stored unencrypted. Add the link as a key instead.` },
  ],
  [hiddenInAddress, { descriptor: msg`This address contains invisible characters. Please type it yourself.` }],
  ['Email is required', { descriptor: msg`Email is required` }],
  ['Please enter a valid email address', { descriptor: msg`Please enter a valid email address` }],
  ['Password is required', { descriptor: msg`Password is required` }],
  ['Password must be at least 8 characters', { descriptor: msg`Password must be at least 8 characters` }],
  [
    `Password must be at most ${passwordMax} characters`,
    { descriptor: msg`Password must be at most {maximum} characters`, values: { maximum: passwordMax } },
  ],
  ['Please confirm your password', { descriptor: msg`Please confirm your password` }],
  ['Passwords do not match', { descriptor: msg`Passwords do not match` }],
  ['PIN is required', { descriptor: msg`PIN is required` }],
  ['PIN must be exactly 4 digits', { descriptor: msg`PIN must be exactly 4 digits` }],
  // Why an import cannot take an entry over.
  ['The name is not valid.', { descriptor: msg`The name is not valid.` }],
  ['Its link is not valid.', { descriptor: msg`Its link is not valid.` }],
  ['Its issuer is not valid.', { descriptor: msg`Its issuer is not valid.` }],
  ['Invalid account.', { descriptor: msg`Invalid account.` }],
  ['Its algorithm is not valid.', { descriptor: msg`Its algorithm is not valid.` }],
  ['Its digits is not valid.', { descriptor: msg`The number of its digits is not valid.` }],
  ['Its period is not valid.', { descriptor: msg`Its period is not valid.` }],
  ['Its counter is not valid.', { descriptor: msg`Its counter is not valid.` }],
  ['Too many or invalid tags.', { descriptor: msg`Too many or invalid tags.` }],
  ['Its note is too long, or not valid.', { descriptor: msg`Its note is too long, or not valid.` }],
  [
    `There is room for ${keysPerOwner} keys only.`,
    { descriptor: msg`You can store up to {maximum} keys.`, values: { maximum: keysPerOwner } },
  ],
])
