import type { ErrorEntries } from './entries.ts'

/** Errors of keys, shares, groups and reviews. */
export const vaultErrors = {
  'keys.not_found': { status: 404, message: '2FA key not found.' },
  'keys.site_invalid': { status: 422, message: 'Enter sites as https://accounts.example.com or https://*.example.com.' },
  'keys.site_public_suffix': {
    status: 422,
    message: 'Strangers have sites below a public suffix. Name the domain as well, such as https://*.example.co.uk.',
  },
  'keys.icon_not_found': { status: 404, message: 'This key has no picture of its own.' },
  'keys.icon_invalid': { status: 422, message: 'Send a PNG of at most 256 by 256 pixels and 64 kB, without interlacing.' },
  'keys.limit_reached': { status: 409, message: 'You have reached the limit of {limit} keys.' },
  'keys.secret_invalid': { status: 422, message: 'This secret is not valid Base32. It uses the letters A to Z and the digits 2 to 7.' },
  'keys.secret_too_short': { status: 422, message: 'This secret is too short.' },
  'keys.secret_too_long': { status: 422, message: 'This secret is too long.' },
  'keys.secret_required': { status: 422, message: 'Enter the new secret.' },
  'keys.secret_unchanged': { status: 422, message: 'This is the secret that the key has already.' },
  'keys.codes_not_in_a_row': {
    status: 422,
    message: 'These are not two codes of the new secret in a row. Try the present and the next code at the service again.',
  },
  'keys.uri_invalid': { status: 422, message: 'This is not a valid otpauth link.' },
  'keys.not_counter_based': { status: 409, message: 'Only counter-based keys have a next code on demand.' },
  'keys.counter_based': { status: 409, message: 'A counter-based key gives everybody another code, so nobody has to reserve one.' },
  'keys.code_on_demand': { status: 409, message: 'This key is counter-based. Its codes are made on demand: ask for the next one.' },
  'keys.exclusive': { status: 409, message: 'Each code of this key goes to one taker only: take one.' },
  'keys.turn_taken': { status: 409, message: 'The next code is already reserved or copied by {name}.' },
  'keys.owner_only': { status: 403, message: 'Only the owner of this key can do this.' },
  'keys.view_only': { status: 403, message: 'You may only view the codes of this key.' },
  'keys.secrets_closed': {
    status: 403,
    message: 'Secrets, backup codes, exports, sharing and changes to how you sign in stay closed until {until}.',
  },
  'keys.codes_closed': {
    status: 403,
    message:
      'Codes stay closed until {until}, because somebody else may have set your password. Enter your PIN, or sign in with your second factor, to open them.',
  },
  'keys.not_restorable': { status: 409, message: 'This key cannot be brought back any more.' },
  'keys.backup_codes_limit': { status: 409, message: 'A key can have {limit} backup codes.' },
  'keys.backup_code_not_found': { status: 404, message: 'There is no such backup code.' },
  'keys.unreadable': { status: 409, message: 'The secret of this key cannot be read. Ask its owner to add the key again.' },
  'keys.counter_exhausted': { status: 409, message: 'The counter of this key cannot go any further.' },

  'sharing.not_found': { status: 404, message: 'There is no such share.' },
  'sharing.expires_in_past': { status: 422, message: 'Please choose a time in the future.' },
  'sharing.cannot_undo': { status: 409, message: 'This can no longer be undone. Share the key again instead.' },
  'sharing.too_many_invitations': {
    status: 429,
    message: 'You have shared with {limit} new addresses today. Please try again in {hours} hours.',
  },
  'sharing.limit_reached': { status: 409, message: 'A key can be shared {limit} times.' },
  'sharing.asked_already': { status: 409, message: 'You asked for this key within the last day. Please wait for an answer.' },
  'sharing.own_key': { status: 409, message: 'This key is yours. Hand it over or delete it instead.' },
  'sharing.through_group': { status: 409, message: 'This key comes through the group {group}. Leave the group to give it back.' },
  'sharing.transfer_to_self': { status: 422, message: 'This key is already yours.' },
  'sharing.offer_over': { status: 404, message: 'This offer has ended.' },
  'sharing.codes_only': { status: 422, message: 'A service account takes codes and cannot have full control.' },
  'sharing.for_programs': { status: 422, message: 'This is only for service accounts.' },

  'reviews.not_found': { status: 404, message: 'There is no such review.' },
  'reviews.over': { status: 409, message: 'This review is over. Change access where the key is shared.' },
  'reviews.nothing_to_review': { status: 409, message: 'Nobody else has access to these keys.' },
  'reviews.limit_reached': { status: 409, message: 'At most {limit} reviews can be under way. Withdraw one first.' },
  'reviews.due_too_soon': { status: 422, message: 'Please choose a later date, so that there is time to answer.' },
  'reviews.due_too_late': { status: 422, message: 'Please choose a date within the next year.' },
  'reviews.reminded_lately': { status: 409, message: 'The owners were reminded within the last 24 hours.' },
  'reviews.cannot_undo': { status: 409, message: 'This can no longer be taken back. Share the key again instead.' },

  'access.question_not_found': { status: 404, message: 'This saved question does not exist. It may have been deleted.' },
  'access.question_name_taken': { status: 422, message: 'There is already a saved question with this name.' },
  'access.questions_limit_reached': { status: 409, message: 'At most {limit} questions can be saved. Delete one first.' },

  'groups.not_found': { status: 404, message: 'There is no such group.' },
  'groups.member_not_found': { status: 404, message: 'There is nobody like that in this group.' },
  'groups.limit_reached': { status: 409, message: 'You have reached the limit of {limit} groups.' },
  'groups.full': { status: 409, message: 'A group can have {limit} members.' },
} as const satisfies ErrorEntries
