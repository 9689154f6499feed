import type { ActivityGroup } from '@twofold/contract/profile'

/** What can stand in a person's own activity list, and how it reads. `{name}` marks a detail. */
export const activityKinds = {
  account_created: 'Account created',
  signed_in: 'Signed in with {device}',
  signed_in_from_new_device: 'Signed in with {device}, which was not seen here before',
  signed_in_after_failures: 'Signed in with {device} after failed tries or with a recovery code',
  account_locked: 'Sign-in was locked from one address after too many failed tries',
  session_ended: 'Ended the session of {device}',
  other_sessions_ended: 'Ended all other sessions',
  name_changed: 'Name changed to {name}',
  email_verified: 'E-mail address {email} confirmed',
  email_change_requested: 'Asked to change the e-mail address to {email}',
  email_changed: 'E-mail address changed to {email}',
  password_reset_requested: 'Password reset link asked for',
  password_changed: 'Password changed',
  password_reset: 'Password set anew with a mailed link',
  account_deleted: 'Account deleted',
  account_activated: 'Account activated by an administrator',
  account_deactivated: 'Account deactivated by an administrator',
  made_administrator: 'Made an administrator',
  made_user: 'Administrator rights taken away',
  changed_by_admin: 'An administrator changed: {fields}',
  password_set_by_admin: 'Password set by an administrator',
  pin_set_by_admin: 'PIN set by an administrator',
  sessions_revoked_by_admin: 'All sessions ended by an administrator',
  account_unlocked: 'Locks lifted by an administrator',
  exported_by_admin: 'Data exported by an administrator, without secrets',
  pin_changed: 'PIN changed',
  pin_locked: 'PIN locked after too many failed tries',
  totp_enabled: 'Codes at sign-in switched on',
  totp_disabled: 'Codes at sign-in switched off',
  passkey_added: 'Passkey {name} added',
  passkey_removed: 'Passkey {name} removed',
  identity_connected: '{provider} connected as a way to sign in',
  identity_disconnected: '{provider} disconnected as a way to sign in',
  recovery_codes_made: 'New recovery codes made',
  recovery_code_used: 'A recovery code was used',
  key_added: 'Key {name} added',
  key_deleted: 'Key {name} deleted',
  key_edited: 'Key {name} changed',
  key_restored: 'Key {name} brought back',
  key_handed_over: 'Key {name} handed over to {to}',
  key_taken_over: 'Key {name} was handed over to you',
  keys_imported: 'Keys imported: {count}',
  keys_exported: 'Keys exported as {format}: {count}',
  key_exported: 'Key {name} exported',
  key_exported_by: 'Key {name} was exported by somebody who has full control of it',
  shared_key_deleted: 'Key {name}, which was shared with you, was deleted',
  secret_shown: 'Secret of {name} shown',
  secret_shown_to: 'Secret of {name} was shown to somebody who has full control of it',
  backup_codes_shown: 'Backup codes of {name} shown',
  backup_codes_shown_to: 'Backup codes of {name} were shown to somebody who has full control of it',
  backup_codes_added: 'Backup codes of {name} added',
  backup_code_used: 'A backup code of {name} was marked as used',
  backup_code_unused: 'A backup code of {name} was marked as not used',
  backup_code_removed: 'A backup code of {name} was removed',
  share_received: 'Key {name} was shared with you',
  share_given: 'Key {name} shared with {with}',
  share_changed: 'Access of {with} to {name} changed',
  share_revoked: 'Access of {with} to {name} ended',
  share_given_expired: 'Access of {with} to {name} has expired',
  share_ended: 'Your access to {name} was ended',
  share_expired: 'Your access to {name} has expired',
  share_left: 'Key {name} was given back',
  group_added: 'Group {name} added',
  group_deleted: 'Group {name} deleted',
  group_member_added: '{who} added to the group {name}',
  group_member_removed: '{who} removed from the group {name}',
  group_left: 'Group {name} left',
} as const

export type ActivityKind = keyof typeof activityKinds

const groups = [
  ['sign_in', /^(account_(created|locked|unlocked)$|signed_in|session_|other_sessions_)/],
  ['keys', /^keys?_/],
  ['shares', /^share_/],
] as const

/** What an entry is about, by the first word of its kind; whatever is about nothing else is about the account's security. */
export function groupOf(kind: string): ActivityGroup {
  return groups.find(([, pattern]) => pattern.test(kind))?.[0] ?? 'security'
}

export const kindsOf = (group: ActivityGroup): string[] => Object.keys(activityKinds).filter((kind) => groupOf(kind) === group)
