import type { ActivityKind } from '@twofold/contract/activity-kinds'
import { personPrefix, targetKindOf } from '@twofold/contract/audited-acts'

/** A class of the Open Cybersecurity Schema Framework, and what its events are about. */
interface OcsfClass {
  head: { category_uid: number; category_name: string; class_uid: number; class_name: string }
  /** `user`: the account acted on; `sign_in`: the person who signs in; `role`, `access`: the person who gains or loses something. */
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

const activitiesOf = (activities: readonly [id: number, name: string, ...actions: string[]][]): OcsfClass['activities'] =>
  Object.fromEntries(activities.flatMap(([id, name, ...actions]) => actions.map((action) => [action, { id, name }])))

const accountChange: OcsfClass = {
  head: { ...iam, class_uid: 3001, class_name: 'Account Change' },
  about: 'user',
  activities: activitiesOf([
    [1, 'Create', 'user.created', 'user.invited', 'user.restored', 'person.account_created'],
    [2, 'Enable', 'user.activated', 'user.released'],
    [3, 'Password Change', 'person.password_changed'],
    [4, 'Password Reset', 'user.password_reset', 'user.password_link_made', 'person.password_reset', 'person.password_reset_requested'],
    [5, 'Disable', 'user.deactivated'],
    [6, 'Delete', 'user.deleted', 'person.account_deleted'],
    [9, 'Lock', 'user.stopped', 'person.account_locked', 'person.pin_locked'],
    [10, 'MFA Factor Enable', 'person.totp_enabled', 'person.passkey_added'],
    [11, 'MFA Factor Disable', 'user.factors_removed', 'person.totp_disabled', 'person.passkey_removed'],
    [12, 'Unlock', 'user.unlocked'],
  ]),
}

const authentication: OcsfClass = {
  head: { ...iam, class_uid: 3002, class_name: 'Authentication' },
  about: 'sign_in',
  activities: activitiesOf([
    [1, 'Logon', 'person.signed_in', 'person.signed_in_from_new_device', 'person.signed_in_after_failures', 'person.sign_in_failed'],
    [2, 'Logoff', 'person.session_ended', 'person.other_sessions_ended'],
    // At sign-in, or to confirm an act in a session.
    [99, 'Second factor', 'person.second_factor_wrong'],
  ]),
}

const assign = [1, 'Assign Privileges'] as const
const revoke = [2, 'Revoke Privileges'] as const

/** Roles: activities of their own came after the version of the schema that events name. */
const userAccess: OcsfClass = {
  head: { ...iam, class_uid: 3005, class_name: 'User Access Management' },
  about: 'role',
  activities: activitiesOf([
    [...assign, 'user.promoted'],
    [...revoke, 'user.demoted'],
  ]),
}

/** Keys and groups are what people give each other access to. */
const keyAccess: OcsfClass = {
  head: userAccess.head,
  about: 'access',
  activities: activitiesOf([
    [
      ...assign,
      'person.share_given',
      'person.share_given_again',
      'person.share_confirmed',
      'person.share_restored',
      'person.key_taken_over',
      'person.group_member_added',
      'person.group_member_confirmed',
    ],
    [
      ...revoke,
      'person.share_revoked',
      'person.share_unconfirmed',
      'person.share_given_expired',
      'person.share_left',
      'person.group_member_removed',
      'person.group_member_unconfirmed',
      'person.group_left',
    ],
    [99, 'Change Privileges', 'person.share_changed'],
    [99, 'Remind', 'person.share_reminded'],
  ]),
}

/** Own acts about the account itself: all that concern no key and no group. */
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

/** Views, exports, tests, and acts without a class of their own. */
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
