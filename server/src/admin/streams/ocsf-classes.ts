import type { ActivityKind } from '@twofold/contract/activity-kinds'
import { personPrefix, targetKindOf } from '@twofold/contract/audited-acts'

/** A class of the Open Cybersecurity Schema Framework, and what its events are about. */
interface OcsfClass {
  head: { category_uid: number; category_name: string; class_uid: number; class_name: string }
  /** `user`: the account that the act was done to; `sign_in`: whoever proves themselves; `role`, `access`: who is given or loses something. */
  about: 'user' | 'role' | 'sign_in' | 'access' | 'entity' | 'api'
  activities: Readonly<Record<string, { id: number; name: string }>>
}

const iam = { category_uid: 3, category_name: 'Identity & Access Management' }

const crud = {
  create: { id: 1, name: 'Create' },
  read: { id: 2, name: 'Read' },
  update: { id: 3, name: 'Update' },
  delete: { id: 4, name: 'Delete' },
} as const

const accountChange: OcsfClass = {
  head: { ...iam, class_uid: 3001, class_name: 'Account Change' },
  about: 'user',
  activities: {
    'user.created': { id: 1, name: 'Create' },
    'user.invited': { id: 1, name: 'Create' },
    'user.restored': { id: 1, name: 'Create' },
    'user.activated': { id: 2, name: 'Enable' },
    'user.released': { id: 2, name: 'Enable' },
    'user.unlocked': { id: 12, name: 'Unlock' },
    'user.password_reset': { id: 4, name: 'Password Reset' },
    'user.password_link_made': { id: 4, name: 'Password Reset' },
    'user.deactivated': { id: 5, name: 'Disable' },
    'user.deleted': { id: 6, name: 'Delete' },
    'user.stopped': { id: 9, name: 'Lock' },
    'user.factors_removed': { id: 11, name: 'MFA Factor Disable' },
    'person.account_created': { id: 1, name: 'Create' },
    'person.password_changed': { id: 3, name: 'Password Change' },
    'person.password_reset': { id: 4, name: 'Password Reset' },
    'person.password_reset_requested': { id: 4, name: 'Password Reset' },
    'person.account_deleted': { id: 6, name: 'Delete' },
    'person.account_locked': { id: 9, name: 'Lock' },
    'person.pin_locked': { id: 9, name: 'Lock' },
    'person.totp_enabled': { id: 10, name: 'MFA Factor Enable' },
    'person.passkey_added': { id: 10, name: 'MFA Factor Enable' },
    'person.totp_disabled': { id: 11, name: 'MFA Factor Disable' },
    'person.passkey_removed': { id: 11, name: 'MFA Factor Disable' },
  },
}

const authentication: OcsfClass = {
  head: { ...iam, class_uid: 3002, class_name: 'Authentication' },
  about: 'sign_in',
  activities: {
    'person.signed_in': { id: 1, name: 'Logon' },
    'person.signed_in_from_new_device': { id: 1, name: 'Logon' },
    'person.signed_in_after_failures': { id: 1, name: 'Logon' },
    'person.sign_in_failed': { id: 1, name: 'Logon' },
    'person.session_ended': { id: 2, name: 'Logoff' },
    'person.other_sessions_ended': { id: 2, name: 'Logoff' },
    // At sign-in, or to confirm an act in a session.
    'person.second_factor_wrong': { id: 99, name: 'Second factor' },
  },
}

const assign = { id: 1, name: 'Assign Privileges' }
const revoke = { id: 2, name: 'Revoke Privileges' }

/** Roles: activities of their own came after the version of the schema that events name. */
const userAccess: OcsfClass = {
  head: { ...iam, class_uid: 3005, class_name: 'User Access Management' },
  about: 'role',
  activities: { 'user.promoted': assign, 'user.demoted': revoke },
}

/** Keys and groups are what people give each other access to. */
const keyAccess: OcsfClass = {
  head: userAccess.head,
  about: 'access',
  activities: {
    'person.share_given': assign,
    'person.share_given_again': assign,
    'person.share_confirmed': assign,
    'person.share_restored': assign,
    'person.share_reminded': { id: 99, name: 'Remind' },
    'person.share_changed': { id: 99, name: 'Change Privileges' },
    'person.share_revoked': revoke,
    'person.share_unconfirmed': revoke,
    'person.share_given_expired': revoke,
    'person.share_left': revoke,
    'person.key_taken_over': assign,
    'person.group_member_added': assign,
    'person.group_member_confirmed': assign,
    'person.group_member_removed': revoke,
    'person.group_member_unconfirmed': revoke,
    'person.group_left': revoke,
  },
}

/** What of a person's own acts is about the account itself: all that is about no key and no group. */
const isOwnAccount = (action: string) =>
  action.startsWith(personPrefix) && targetKindOf(action.slice(personPrefix.length) as ActivityKind) === 'user'

/** A sign-in or a proof that did not succeed. */
export const hasFailed = (action: string): boolean => action === 'person.sign_in_failed' || action === 'person.second_factor_wrong'

const entityManagement: OcsfClass = {
  head: { ...iam, class_uid: 3004, class_name: 'Entity Management' },
  about: 'entity',
  activities: {},
}

const apiActivity: OcsfClass = {
  head: { category_uid: 6, category_name: 'Application Activity', class_uid: 6003, class_name: 'API Activity' },
  about: 'api',
  activities: {},
}

/** What was looked at, taken out or tried, and acts without a name of their own. */
const isApi = (action: string) =>
  /^call$|_(viewed|tested)$|^person\.(secret|backup_codes)_shown$|^person\.keys?_exported$|\.(exported|viewed|downloaded|verified|cleanup_counted|report_made)$|_exported$/.test(
    action,
  )

export function classOf(action: string): OcsfClass {
  for (const named of [userAccess, keyAccess, authentication]) if (action in named.activities) return named
  if (isApi(action)) return apiActivity
  return action.startsWith('user.') || isOwnAccount(action) ? accountChange : entityManagement
}

export function activityOf({ about, activities }: OcsfClass, action: string): { id: number; name: string } {
  const named = activities[action]
  if (named !== undefined) return named
  if (about === 'user') return { id: 99, name: 'Other' }
  if (isApi(action)) return action === 'call' ? crud.update : crud.read
  if (/(created|added|asked|opened|started|scheduled|made)$/.test(action)) return crud.create
  if (/(deleted|removed|cancelled|withdrawn|discarded)$/.test(action)) return crud.delete
  return crud.update
}

/** Gives somebody access, takes data out, or changes what protects people. */
const noteworthy = new Set([
  'person.second_factor_wrong',
  'person.keys_exported',
  'person.totp_disabled',
  'person.passkey_removed',
  'user.promoted',
  'user.password_reset',
  'user.password_link_made',
  'user.pin_reset',
  'user.stopped',
  'user.released',
  'user.exported',
  'request.approved',
  'request.failed',
  'leaver.key_handed_over',
  'backup.downloaded',
  'backup.restored',
  'settings.changed',
  'audit.exported',
  'access.exported',
  'stream.created',
  'stream.changed',
  'stream.deleted',
])

export const isNoteworthy = (action: string): boolean => noteworthy.has(action)
