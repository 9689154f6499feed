import { type ActivityKind, activityKinds } from '@twofold/contract/activity-kinds'
import { auditActions } from '@twofold/contract/admin/audit'
import { notAudited, personPrefix, targetKindOf } from '@twofold/contract/audited-acts'
import { expect, test } from 'vitest'
import { ocsfEvent } from './ocsf-event.ts'
import { findFaults } from './testing/ocsf-schema.ts'

/** The row of the log for an act of Ann's. */
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

test('every row of the log is a valid event of OCSF 1.8.0: its class, activity, type, objects and all that they require', () => {
  const withDetail = { name: 'It', with: 'bo@example.org', who: 'Bo', permission: 'view' }
  for (const action of everyAction)
    for (const after of [{}, withDetail]) expect([action, findFaults(eventOf(action, after))]).toEqual([action, []])
})

test('a row that is gone is a valid event, too', () => {
  expect(findFaults(ocsfEvent({ sequence: 1, audit_id: 'row', previous_hash: '', hash: '', row: undefined }))).toEqual([])
})

test.each([
  [{ class_uid: 3999 }, 'There is no class 3999.'],
  [{ user: undefined }, 'event.user is no object.'],
  [{ user: {} }, 'event.user has none of account, name, uid.'],
  [{ activity_id: 13 }, 'activity_name is Logon and not undefined.'],
  [{ severity_id: 4 }, 'event.severity is Informational and not High.'],
  [{ service: undefined }, 'event.service is no object.'],
  [{ made_up: 1 }, 'event has made_up, which it does not know.'],
  [{ time: 'now' }, 'event.time is no whole number.'],
  [{ metadata: { version: '1.8.0' } }, 'event.metadata has no product.'],
])('the check finds what is wrong: %o', (wrong, fault) => {
  expect(findFaults({ ...eventOf('person.signed_in'), ...wrong })).toContain(fault)
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
  ['user.unlocked', 300112, { user: { uid: 'it', name: 'It' } }],
  ['user.promoted', 300501, { privileges: ['admin'] }],
  ['user.demoted', 300502, { privileges: ['admin'] }],
  ['user.factors_removed', 300111, { user: { uid: 'it', name: 'It' } }],
  ['person.share_given', 300501, { user: { name: 'bo@example.org' }, resources: [{ type: 'key', name: 'It', uid: 'it' }] }],
  ['person.share_left', 300502, {}],
  ['person.secret_shown', 600302, { resources: [{ type: 'key', name: 'It', uid: 'it' }] }],
  ['person.key_added', 300401, { entity: { type: 'key', name: 'It', uid: 'it' } }],
])('%s is an event of type %i', (action, type, expected) => {
  const event = eventOf(action, action === 'person.share_given' ? { name: 'It', with: 'bo@example.org' } : {})
  expect(event).toMatchObject({ type_uid: type, ...expected })
})

test('a person who gives a key back loses the access themselves', () => {
  expect(eventOf('person.share_left', { name: 'It' })['user']).toEqual({ uid: 'ann', name: 'Ann' })
})
