import type { ErrorEntries } from './entries.ts'

/** Errors of accounts: sign-in, second factors, PIN, profile. */
export const accountErrors = {
  'auth.unauthenticated': { status: 401, message: 'Please sign in.' },
  'auth.session_expired': { status: 401, message: 'Your session expired. Please sign in again.' },
  'auth.session_revoked': { status: 401, message: 'This session was ended from another session. Please sign in again.' },
  'auth.session_revoked_by_admin': { status: 401, message: 'An administrator ended your sessions. Please sign in again.' },
  'auth.session_password_changed': { status: 401, message: 'Your password was changed. Please sign in with the new one.' },
  'auth.session_role_changed': { status: 401, message: 'Your role was changed. Please sign in again.' },
  'auth.session_deactivated': { status: 401, message: 'Your account was deactivated. Only an administrator can activate it again.' },
  'auth.session_deleted': { status: 401, message: 'Your account was deleted.' },
  'auth.forbidden': { status: 403, message: 'You are not allowed to do this.' },
  'auth.no_longer_administrator': { status: 403, message: 'You are no longer an active administrator, so this was not done.' },
  'auth.invalid_credentials': { status: 422, message: 'Wrong e-mail or password.' },
  'auth.second_factor_required': { status: 403, message: 'Please confirm your sign-in first.' },
  'auth.password_change_required': { status: 403, message: 'Please choose a new password first.' },
  'auth.account_stopped': {
    status: 403,
    message: 'This account is stopped. Prove who you are with something from before, or ask a second administrator to open it.',
  },
  'auth.enrolment_required': { status: 403, message: 'Please add a second factor first: a passkey or an authenticator app.' },
  'auth.second_factor_wrong': { status: 422, message: 'Wrong code, or already used. Attempts left: {tries}.' },
  'auth.second_factor_ended': { status: 401, message: 'Too many wrong codes. Please sign in again.' },
  'auth.second_factor_passed': { status: 409, message: 'This sign-in is confirmed already.' },
  'auth.passkey_refused': { status: 422, message: 'This passkey could not be confirmed. Please try again.' },
  'auth.locked': {
    status: 429,
    message: 'Too many failed sign-ins from here. Please try again in {minutes} minutes.',
    one: { by: 'minutes', message: 'Too many failed sign-ins from here. Please try again in 1 minute.' },
  },
  'auth.email_taken': { status: 422, message: 'This e-mail is already in use.' },
  'auth.password_too_short': { status: 422, message: 'Password must be at least {minimum} characters' },
  'auth.sign_up_closed': { status: 403, message: 'Sign-up is closed here. Please ask an administrator for an account.' },

  'setup.required': {
    status: 403,
    message: 'This installation has no administrator yet. Open the set-up link that the server prints when it starts.',
  },

  'mail.unavailable': { status: 503, message: 'This installation cannot send e-mail yet. Please ask your administrator.' },
  /** `mail.unavailable`, worded for an administrator. */
  'mail.not_set_up': {
    status: 503,
    message: 'E-mail isn’t set up yet. Add a provider under Email Providers. Until then, create links and hand them over yourself.',
  },

  'links.wrong': { status: 422, message: 'This link is invalid. Please check that it was copied completely.' },
  'links.used': { status: 422, message: 'This link was used already.' },
  'links.expired': { status: 422, message: 'This link has expired. Please request a new one.' },

  'accounts.last_administrator': {
    status: 409,
    message: 'This is the last active administrator. Please make somebody else an administrator first.',
  },

  'trust.not_closed': { status: 409, message: 'This account is not closed.' },
  'trust.nothing_to_stop': { status: 409, message: 'There is nothing to stop: this account is open again.' },
  'trust.own_hand': { status: 403, message: 'Another administrator has to decide this, not one who closed the account.' },
  'trust.not_independent': {
    status: 403,
    message: 'You cannot decide this: an administrator who closed the account changed your own account within the last 30 days.',
  },
  'trust.proof_wrong': {
    status: 422,
    message: 'This does not prove who you are. It is wrong, or newer than what closed the account.',
  },

  'profile.password_wrong': { status: 422, message: 'The password is wrong.' },
  'profile.password_missing': { status: 422, message: 'Please enter your current password to change the e-mail.' },
  'profile.password_required': { status: 422, message: 'Password is required' },
  'profile.no_pending_email': { status: 409, message: 'No e-mail change is waiting for confirmation.' },
  'profile.password_unchanged': { status: 422, message: 'The new password must differ from the current one.' },
  'profile.preference_unknown': { status: 422, message: 'There is no e-mail to choose about by this name.' },

  'sessions.not_found': { status: 404, message: 'This session has ended already.' },

  'setup.link_invalid': { status: 422, message: 'This set-up link is not valid, has expired or was used already.' },

  'factors.totp_enabled': { status: 409, message: 'Codes are asked for at sign-in already. Remove the present generator first.' },
  'factors.totp_not_begun': { status: 409, message: 'Please scan a new QR code first.' },
  'factors.totp_not_found': { status: 404, message: 'No code generator is set up.' },
  'factors.code_wrong': {
    status: 422,
    message: 'This code is wrong. Check the clock of your device, and try the next code.',
  },
  'factors.passkey_not_found': { status: 404, message: 'There is no such passkey.' },
  'factors.passkey_known': { status: 409, message: 'This passkey was added already.' },
  'factors.last_way_in': {
    status: 409,
    message: 'This is your only way to sign in. Please set a password, or connect an account, before you remove it.',
  },
  'factors.proof_required': { status: 403, message: 'Please confirm this with your second factor first.' },
  'factors.none': { status: 409, message: 'Set up an authenticator app or a passkey first: recovery codes only replace one.' },

  'identities.not_offered': { status: 404, message: 'This way to sign in is not set up here.' },
  'identities.needs_browser': { status: 409, message: 'This way to sign in works in a browser only, one that keeps cookies.' },
  'identities.attempt_over': { status: 422, message: 'This sign-in has expired, or was begun in another browser. Please try again.' },
  'identities.refused': { status: 422, message: '{provider} did not confirm this sign-in. Please try again.' },
  'identities.unavailable': {
    status: 503,
    message: '{provider} cannot be reached right now. Please try again in a moment, or sign in another way.',
  },
  'identities.no_email': {
    status: 422,
    message: '{provider} did not tell your e-mail address, which a new account needs. Please allow it there, or sign up with a password.',
  },
  'identities.unverified': {
    status: 422,
    message:
      '{provider} has not confirmed your e-mail address, which a new account needs. Please confirm it there, or sign up with a password.',
  },
  'identities.address_taken': {
    status: 422,
    message:
      'An account with this e-mail address already exists. Sign in to it as you did before, then connect {provider} in your profile.',
  },
  'identities.account_inactive': { status: 403, message: 'Your account here is not active. Please ask an administrator.' },
  'identities.connected_already': { status: 409, message: 'This account of {provider} is connected already, here or to another account.' },
  'identities.not_found': { status: 404, message: 'There is no such connected account.' },
  'identities.last_way_in': {
    status: 409,
    message: 'This is your only way to sign in. Please set a password, or add a passkey, before you disconnect it.',
  },

  'vault.locked': { status: 403, message: 'Your vault is locked. Enter your PIN to open it.' },

  'pin.required': { status: 403, message: 'Please enter your PIN first.' },
  'pin.wrong': { status: 422, message: 'This PIN is wrong. Attempts left: {tries}.' },
  'pin.locked': {
    status: 429,
    message: 'PIN locked. Please try again in {minutes} minutes.',
    one: { by: 'minutes', message: 'PIN locked. Please try again in 1 minute.' },
  },
  'pin.void': {
    status: 409,
    message: 'This PIN was disabled after too many wrong tries. Set a new one with your password and a second proof.',
  },
  'pin.not_set': { status: 409, message: 'You have no PIN yet. Set one first.' },
  'pin.proof_required': { status: 422, message: 'Please enter your current PIN.' },
  'pin.password_required': { status: 422, message: 'Please enter your current password.' },
  'pin.second_proof_required': {
    status: 422,
    message:
      'The password alone is not enough. Use a passkey, a code of your authenticator app or a recovery code, or have a link sent to you.',
  },
  'pin.factor_required': { status: 422, message: 'Please use a passkey, a code of your authenticator app, or a recovery code.' },
  'pin.sign_in_again': {
    status: 403,
    message: 'Please sign out and in again first: within ten minutes after that you can set your PIN.',
  },
  'pin.proof_wrong': { status: 422, message: 'This recovery code is wrong, or was used already.' },
} as const satisfies ErrorEntries
