import { activityKinds } from '@twofold/contract/activity-kinds'
import type { ActivityKind } from '@twofold/contract/activity-kinds'
import { auditActions } from '@twofold/contract/admin/audit'
import { notAudited, personPrefix, targetKindOf } from '@twofold/contract/audited-acts'
import { expect, test } from 'vitest'
import { ocsfEvent } from './ocsf-event.ts'

/**
 * What the published classes of OCSF (events/iam and events/application of ocsf/ocsf-schema) list as activities, and which attributes they
 * require beside those of the base event; of those in one list one is enough.
 */
const classes: Record<number, { name: string; activities: Record<number, string>; requires: (string | string[])[] }> = {
  3001: {
    name: 'Account Change',
    activities: {
      1: 'Create',
      2: 'Enable',
      3: 'Password Change',
      4: 'Password Reset',
      5: 'Disable',
      6: 'Delete',
      7: 'Attach Policy',
      8: 'Detach Policy',
      9: 'Lock',
      10: 'MFA Factor Enable',
      11: 'MFA Factor Disable',
    },
    requires: ['user'],
  },
  3002: { name: 'Authentication', activities: { 1: 'Logon', 2: 'Logoff' }, requires: ['user', ['service', 'dst_endpoint']] },
  3004: { name: 'Entity Management', activities: { 1: 'Create', 2: 'Read', 3: 'Update', 4: 'Delete' }, requires: ['entity'] },
  3005: {
    name: 'User Access Management',
    activities: { 1: 'Assign Privileges', 2: 'Revoke Privileges', 3: 'Assign Role', 4: 'Remove Role' },
    requires: ['user'],
  },
  6003: {
    name: 'API Activity',
    activities: { 1: 'Create', 2: 'Read', 3: 'Update', 4: 'Delete' },
    requires: ['actor', 'api', 'src_endpoint'],
  },
}
const always = ['activity_id', 'category_uid', 'class_uid', 'metadata', 'severity_id', 'time', 'type_uid']

/** What the log has of an act of Ann's. */
function eventOf(action: string, after: Record<string, string> = {}) {
  const kind = action.startsWith(personPrefix) ? (action.slice(personPrefix.length) as ActivityKind) : undefined
  const about = kind === undefined ? 'key' : Object.hasOwn(activityKinds, kind) ? targetKindOf(kind) : 'address'
  const isOwn = kind !== undefined && about === 'user'
  const row = {
    id: 'row',
    happened_at: '2026-11-20T10:00:00.000000Z',
    actor_id: about === 'address' ? null : 'ann',
    actor_name: about === 'address' ? null : 'Ann',
    actor_email: null,
    action,
    target_kind: about,
    target_id: isOwn ? 'ann' : 'it',
    target_name: isOwn ? 'Ann' : 'It',
    before: null,
    after,
    ip: null,
  }
  return ocsfEvent({ sequence: 1, audit_id: 'row', previous_hash: '', hash: '', row })
}

const kinds = Object.keys(activityKinds).filter((kind) => !Object.hasOwn(notAudited, kind))
const everyAction = [...Object.keys(auditActions), ...kinds.map((kind) => `${personPrefix}${kind}`)]

test('every row of the log is an event of a published class, with an activity and the attributes that the class requires', () => {
  for (const action of everyAction) {
    const event = eventOf(action)
    const found = classes[event['class_uid'] as number]
    expect([action, found?.name]).toEqual([action, event['class_name']])
    const id = event['activity_id'] as number
    if (id !== 99) expect([action, found?.activities[id]]).toEqual([action, event['activity_name']])
    expect([action, event['type_uid']]).toEqual([action, (event['class_uid'] as number) * 100 + id])
    expect([action, event['category_uid']]).toEqual([action, Math.floor((event['class_uid'] as number) / 1000)])
    const isMissing = (names: string | string[]) => [names].flat().every((name) => event[name] === undefined)
    expect([action, [...always, ...(found?.requires ?? [])].filter(isMissing)]).toEqual([action, []])
  }
})

test.each([
  ['person.signed_in', 300201, { user: { uid: 'ann', name: 'Ann' }, service: { name: 'Twofold' }, status_id: 1 }],
  ['person.sign_in_failed', 300201, { user: { uid: 'it', name: 'It' }, status_id: 2 }],
  ['person.other_sessions_ended', 300202, { status_id: 1 }],
  ['person.second_factor_wrong', 300299, { status_id: 2, severity: 'Medium' }],
  ['person.password_changed', 300103, { user: { uid: 'ann', name: 'Ann' } }],
  ['person.passkey_added', 300110, {}],
  ['person.totp_disabled', 300111, { severity: 'Medium' }],
  ['person.pin_changed', 300199, { activity_name: 'Other' }],
  ['user.factors_removed', 300111, { user: { uid: 'it', name: 'It' } }],
  ['person.share_given', 300501, { user: { name: 'bo@example.org' }, resources: [{ type: 'key', name: 'It', uid: 'it' }] }],
  ['person.share_left', 300502, {}],
  ['person.secret_shown', 600302, { resources: [{ type: 'key', name: 'It', uid: 'it' }] }],
  ['person.key_added', 300401, { entity: { type: 'key', name: 'It', uid: 'it' } }],
])('%s is an event of type %i', (action, type, expected) => {
  const event = eventOf(action, action === 'person.share_given' ? { name: 'It', with: 'bo@example.org' } : {})
  expect(event).toMatchObject({ type_uid: type, ...expected })
})

test('whoever gives a key back loses the access themselves', () => {
  expect(eventOf('person.share_left', { name: 'It' })['user']).toEqual({ uid: 'ann', name: 'Ann' })
})
