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

  'maintenance.active': { status: 503, message: 'Maintenance is under way until {until}. {note}' },
  'jobs.not_found': { status: 404, message: 'There is no such job.' },
  'jobs.not_failed': { status: 409, message: 'This job has not failed, or is being tried again already.' },
  'jobs.nothing_failed': { status: 409, message: 'Nothing has failed there.' },
  'releases.off': { status: 409, message: 'No release feed is set.' },
  'maintenance.not_found': { status: 404, message: 'There is no such maintenance window.' },
  'maintenance.over': { status: 409, message: 'This maintenance is over already.' },
  'maintenance.overlaps': { status: 409, message: 'Another maintenance is set for this time.' },
  'maintenance.start_in_past': { status: 422, message: 'Please choose a time in the future.' },
  'maintenance.too_far': { status: 422, message: 'Please choose a time within the next year.' },
  'maintenance.end_before_start': { status: 422, message: 'The end must be at least a minute after the start.' },
  'maintenance.too_long': { status: 422, message: 'A maintenance can last 7 days at most.' },

  'auth.unauthenticated': { status: 401, message: 'Please sign in.' },
  'auth.forbidden': { status: 403, message: 'You are not allowed to do this.' },
  'auth.invalid_credentials': { status: 422, message: 'The e-mail or password is not right. Check both and try again.' },
  'auth.second_factor_required': { status: 403, message: 'Please confirm your sign-in first.' },
  'auth.password_change_required': { status: 403, message: 'Please choose a new password first.' },
  'auth.second_factor_wrong': { status: 422, message: 'This is not right, or was used already. Tries left: {tries}.' },
  'auth.second_factor_ended': { status: 401, message: 'Too many wrong codes. Please sign in again.' },
  'auth.second_factor_passed': { status: 409, message: 'This sign-in is confirmed already.' },
  'auth.passkey_refused': { status: 422, message: 'This passkey could not be confirmed. Please try again.' },
  'auth.locked': { status: 429, message: 'Too many failed sign-ins from here. Please try again in {minutes} minutes.' },
  'auth.email_taken': { status: 422, message: 'This e-mail is already in use.' },
  'auth.password_too_short': { status: 422, message: 'Password must be at least {minimum} characters' },
  'auth.sign_up_closed': { status: 403, message: 'Sign-up is closed here. Please ask an administrator for an account.' },
  'mail.unavailable': { status: 503, message: 'This installation cannot send e-mail yet. Please ask your administrator.' },
  'links.wrong': { status: 422, message: 'This link is not right. Please check that it was copied whole.' },
  'links.used': { status: 422, message: 'This link was used already.' },
  'links.expired': { status: 422, message: 'This link is not valid any more. Please ask for a new one.' },
  'accounts.last_administrator': {
    status: 409,
    message: 'This is the last active administrator. Please make somebody else an administrator first.',
  },
  'users.not_found': { status: 404, message: 'The requested user could not be loaded.' },
  'users.own_account': { status: 409, message: 'Please ask another administrator to do this with your own account.' },
  'users.inactive': { status: 409, message: 'This user is not active.' },
  'users.nothing_selected': { status: 422, message: 'Please select users, or say which ones are meant.' },
  'users.too_many': { status: 422, message: 'These are more than {most} users. Please narrow the filters down.' },
  'leavers.not_found': { status: 404, message: 'There is no leaver plan for this user.' },
  'leavers.still_active': { status: 409, message: 'This user is active. A leaver plan begins when somebody is deactivated.' },
  'leavers.closed': { status: 409, message: 'This leaver plan is closed: the user was activated again.' },
  'leavers.account_deleted': { status: 409, message: 'This account is deleted, and its keys with it.' },
  'leavers.nothing_selected': { status: 422, message: 'Please select keys, or say that all are meant.' },
  'leavers.to_self': { status: 422, message: 'No administrator hands keys to themselves. Please choose somebody else.' },
  'leavers.to_nobody': {
    status: 422,
    message: 'This person cannot take keys over: the account is not active, or its e-mail address is not verified.',
  },
  'leavers.no_room': { status: 409, message: '{name} has reached the limit of {limit} keys.' },
  'profile.password_wrong': { status: 422, message: 'The password is not right.' },
  'profile.password_missing': { status: 422, message: 'Please enter your current password to change the e-mail.' },
  'profile.password_required': { status: 422, message: 'Password is required' },
  'profile.no_pending_email': { status: 409, message: 'No change of the e-mail is waiting to be confirmed any more.' },
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
  'factors.last_way_in': {
    status: 409,
    message: 'This is your only way to sign in. Please set a password, or connect an account, before you remove it.',
  },
  'factors.none': { status: 409, message: 'Set up an authenticator app or a passkey first: recovery codes stand in for one.' },

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
      'An account with this e-mail address is here already. Sign in to it as you did before, then connect {provider} in your profile.',
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
  'pin.sign_in_again': {
    status: 403,
    message: 'Please sign out and in again first: within ten minutes after that you can set your PIN.',
  },
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
  'keys.owner_only': { status: 403, message: 'Only the owner of this key can do this.' },
  'keys.view_only': { status: 403, message: 'You may only view the codes of this key.' },
  'keys.secrets_closed': { status: 403, message: 'Secrets, backup codes and exports stay closed until {until}.' },
  'keys.not_restorable': { status: 409, message: 'This key cannot be brought back any more.' },
  'keys.backup_codes_limit': { status: 409, message: 'A key can have {limit} backup codes.' },
  'keys.backup_code_not_found': { status: 404, message: 'There is no such backup code.' },
  'keys.counter_exhausted': { status: 409, message: 'The counter of this key cannot go any further.' },

  'sharing.not_found': { status: 404, message: 'There is no such share.' },
  'sharing.expires_in_past': { status: 422, message: 'Please choose a time in the future.' },
  'sharing.too_many_invitations': {
    status: 429,
    message: 'You have shared with {limit} new addresses today. Please try again in {hours} hours.',
  },
  'sharing.limit_reached': { status: 409, message: 'A key can be shared {limit} times.' },
  'sharing.own_key': { status: 409, message: 'This key is yours. Hand it over or delete it instead.' },
  'sharing.through_group': { status: 409, message: 'This key comes through the group {group}. Leave the group to give it back.' },
  'sharing.transfer_to_self': { status: 422, message: 'This key is already yours.' },
  'sharing.transfer_to_nobody': { status: 422, message: 'This address cannot take a key over.' },
  'groups.not_found': { status: 404, message: 'There is no such group.' },
  'groups.member_not_found': { status: 404, message: 'There is nobody like that in this group.' },
  'groups.limit_reached': { status: 409, message: 'You have reached the limit of {limit} groups.' },
  'groups.full': { status: 409, message: 'A group can have {limit} members.' },

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
    message: 'No new link can be made for this mail: what it was for is done, or its person gets one by signing in again.',
  },
  'email.content_gone': { status: 409, message: 'The content of this mail is not kept any more, so it cannot be sent again.' },
  'email.already_resent': { status: 409, message: 'This mail was sent again already. The log shows what became of it.' },
  'email.template_not_found': { status: 404, message: 'There is no such e-mail template.' },
  'email.template_unknown': { status: 422, message: 'There is no such e-mail template.' },
  'email.template_missing': { status: 409, message: 'This event has no template yet. Please choose one first.' },
  'email.template_system': { status: 409, message: 'Templates of the system cannot be deleted.' },
  'email.template_needed': {
    status: 409,
    message: 'Accounts depend on an event that is mailed by this template. Give its mapping another template first.',
  },
  'email.template_essential': { status: 409, message: 'Accounts depend on this mail: it can be edited, but not switched off.' },
  'email.template_changed': { status: 409, message: 'Somebody else has changed this template meanwhile. Please look at theirs first.' },
  'email.template_unsound': { status: 422, message: 'The template has errors and cannot be used like this.' },
  'email.content_missing': { status: 422, message: 'This cannot be empty.' },
  'email.content_too_long': { status: 422, message: 'This is too long: at most 500 characters.' },
  'email.version_not_found': { status: 404, message: 'There is no such version.' },
  'email.translation_not_found': { status: 404, message: 'There is no translation into this language.' },
  'email.provider_unknown': { status: 422, message: 'There is no such e-mail provider.' },
  'email.no_provider': { status: 409, message: 'No e-mail provider is active. Please add one first.' },
  'email.mapping_not_found': { status: 404, message: 'There is no such event mapping.' },
  'email.mapping_essential': {
    status: 409,
    message: 'Accounts depend on this mail: its mapping can be changed, but not switched off or removed.',
  },
  'email.event_unknown': { status: 422, message: 'There is no such event.' },
  'email.event_mapped': { status: 409, message: 'This event is mailed by a template already.' },
  'email.theme_missing': { status: 404, message: 'There is no such theme.' },
  'email.theme_system': { status: 409, message: 'Themes of the system cannot be changed or deleted. Duplicate one instead.' },
  'email.css_refused': { status: 422, message: 'Some of the custom CSS cannot be used in mails.' },
  'email.application_not_found': { status: 404, message: 'There is nothing to undo.' },
  'email.application_undone': { status: 409, message: 'This was undone already.' },
  'email.theme_not_found': { status: 422, message: 'There is no such theme.' },
  'email.retention_order': { status: 422, message: 'Contents cannot be kept longer than the mails they belong to.' },
  'email.already_suppressed': { status: 409, message: 'This address is on the suppression list already.' },
  'email.suppression_not_found': { status: 404, message: 'This address is not on the suppression list.' },
  'email.webhook_refused': { status: 403, message: 'This message does not come from where it says.' },
  'email.webhook_unverifiable': { status: 503, message: 'The signature of this message cannot be checked right now.' },

  'backups.not_found': { status: 404, message: 'There is no such backup.' },
  'backups.under_way': { status: 409, message: 'A backup is being made already.' },
  'backups.not_complete': { status: 409, message: 'This backup is not complete.' },
  'backups.being_verified': { status: 409, message: 'This backup is being read back already.' },
  'backups.elsewhere': { status: 409, message: 'The file of this backup is not on this machine, but on {node}.' },
  'backups.gone': { status: 404, message: 'The file of this backup is gone from the data folder.' },
  'settings.from_environment': { status: 422, message: 'This is set by {variable} of the environment. Change it there.' },
  'settings.idle_too_long': { status: 422, message: 'A session cannot be unused for longer than it lasts.' },
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
