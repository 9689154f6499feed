import { activityKinds } from '@twofold/contract/activity-kinds'
import { auditActions } from '@twofold/contract/admin/audit'
import { notAudited, personPrefix } from '@twofold/contract/audited-acts'
import { expect, test } from 'vitest'
import { goodBodies } from './good-bodies.ts'
import { things } from './own-things.ts'
import { nameOf, readContract } from './read-contract.ts'
import { startTestApp } from './start-test-app.ts'

/*
 * Which row of the audit log each call that changes something leaves, or why none. Administrators' calls leave one by their route
 * (`platform/http/route.ts`), so they are not listed. A new call without a line here fails.
 */

const none = {
  looks: 'It changes nothing, or only what the page shows.',
  own: 'Only how the caller sees things: no access, no secret, no way to sign in.',
  collects: 'What was approved before is handed over; the approval left the row.',
  begins: 'The first of two calls; the second one leaves the row.',
  ends: 'The session that made the call ends, and nobody gains anything.',
  codes: 'Codes are no secrets: who was shown or copied them stands in the ledger.',
  mail: 'A mail is sent again; following its link leaves the row.',
} as const
type Reason = keyof typeof none

/** Names of rows without `person.`, any of which the call may leave; those with another noun are whole. */
const rows: Record<string, readonly string[] | Reason> = {
  'DELETE /auth/factors/passkeys/{id}': ['passkey_removed'],
  'DELETE /auth/factors/totp': ['totp_disabled'],
  'DELETE /auth/identities/{id}': ['identity_disconnected'],
  'DELETE /auth/sessions/{id}': ['session_ended', 'other_sessions_ended'],
  'DELETE /groups/{id}': ['group_deleted'],
  'DELETE /groups/{id}/members/{member_id}': ['group_member_removed'],
  'DELETE /keys/{id}/backup-codes/{code_id}': ['backup_code_removed'],
  'DELETE /keys/{id}/shares/{share_id}': ['share_revoked'],
  'DELETE /keys/{id}/transfer': ['key_offer_withdrawn'],
  'DELETE /keys/details/{id}': ['key_deleted'],
  'DELETE /keys/removed-links': 'own',
  'DELETE /profile': ['account_deleted'],
  'DELETE /profile/pending-email': 'own',
  'DELETE /reviews/{id}': ['review.withdrawn'],
  'PATCH /auth/factors/passkeys/{id}': 'own',
  'PATCH /groups/{id}': 'own',
  'PATCH /groups/{id}/members/{member_id}': ['group_manager_added', 'group_manager_removed'],
  'PATCH /keys/{id}': ['key_edited'],
  'PATCH /keys/{id}/backup-codes/{code_id}': ['backup_code_used', 'backup_code_unused'],
  'PATCH /keys/{id}/shares/{share_id}': ['share_changed'],
  'POST /auth/email/verification-notification': 'mail',
  'POST /auth/email/verify': ['email_verified', 'email_changed'],
  'POST /auth/factors/confirm': ['second_factor_wrong', 'recovery_code_used'],
  'POST /auth/factors/passkeys': ['passkey_added', 'recovery_codes_made'],
  'POST /auth/factors/passkeys/options': 'begins',
  'POST /auth/factors/recovery-codes': ['recovery_codes_made'],
  'POST /auth/factors/totp': 'begins',
  'POST /auth/factors/totp/confirm': ['totp_enabled', 'recovery_codes_made'],
  'POST /auth/identities': 'begins',
  'POST /auth/identities/finish': ['identity_connected'],
  'POST /auth/identities/sign-in': 'begins',
  'POST /auth/identities/sign-in/finish': ['signed_in', 'signed_in_from_new_device', 'identity_connected'],
  'POST /auth/invite/accept': ['email_verified', 'signed_in', 'signed_in_from_new_device'],
  'POST /auth/invite/read': 'looks',
  'POST /auth/links/check': 'looks',
  'POST /auth/login': ['sign_in_failed', 'signed_in', 'signed_in_from_new_device', 'signed_in_after_failures'],
  'POST /auth/logout': 'ends',
  'POST /auth/passkey': ['signed_in', 'signed_in_from_new_device'],
  'POST /auth/passkey/options': 'begins',
  'POST /auth/password/email': ['password_reset_requested'],
  'POST /auth/password/reset': ['password_reset', 'closed_after_reset'],
  'POST /auth/pin/reset': ['pin_set_by_link'],
  'POST /auth/register': ['signed_in', 'signed_in_from_new_device'],
  'POST /auth/second-factor': ['second_factor_wrong', 'signed_in', 'signed_in_from_new_device', 'recovery_code_used'],
  'POST /auth/setup': ['signed_in', 'signed_in_from_new_device'],
  'POST /auth/setup/check': 'looks',
  'POST /auth/stop': ['user.stopped'],
  'POST /groups': ['group_added'],
  'POST /groups/{id}/leave': ['group_left'],
  'POST /groups/{id}/members': ['group_member_added'],
  'POST /groups/{id}/members/{member_id}/confirm': ['group_member_confirmed'],
  'POST /keys': ['key_added'],
  'PUT /keys/{id}/icon': ['key_edited'],
  'DELETE /keys/{id}/icon': ['key_edited'],
  'POST /keys/{id}/backup-codes': ['backup_codes_added'],
  'POST /keys/{id}/copied': 'codes',
  'POST /keys/{id}/rotate': ['key_rotated'],
  'POST /keys/{id}/turn': 'codes',
  'POST /keys/{id}/take': 'codes',
  'DELETE /takes/{id}': 'codes',
  'POST /takes/{id}/result': 'codes',
  'POST /takes/{id}/approve': 'codes',
  'POST /takes/{id}/deny': ['take.over'],
  'DELETE /keys/{id}/turn': 'codes',
  'POST /keys/{id}/ask-again': ['share_asked'],
  'POST /keys/{id}/leave': ['share_left'],
  'POST /keys/{id}/next-code': 'codes',
  'POST /keys/{id}/restore': ['key_restored'],
  'POST /keys/{id}/share': ['share_given', 'share_changed'],
  'POST /keys/{id}/shares/{share_id}/confirm': ['share_confirmed'],
  'POST /keys/{id}/shares/{share_id}/remind': ['share_reminded'],
  'POST /keys/{id}/shares/{share_id}/restore': ['share_given_again'],
  'POST /keys/{id}/transfer': ['key_offered'],
  'POST /keys/export': ['keys_exported', 'key_exported'],
  'POST /keys/import': ['keys_imported'],
  'POST /keys/share': ['share_given', 'share_changed'],
  'POST /logout': 'ends',
  'POST /offers/{id}/accept': ['key_taken_over'],
  'POST /offers/{id}/decline': ['key_declined'],
  'POST /pin/forgotten': ['pin_link_requested', 'pin_changed'],
  'POST /pin/verify': ['pin_locked'],
  'POST /profile/pending-email': 'mail',
  'POST /profile/proof': ['account_proven'],
  'POST /profile/requests/{id}/stop': ['request.stopped'],
  'POST /reviews': ['review.started'],
  'POST /reviews/{id}/answers': ['review.answered', 'share_revoked', 'group_member_removed'],
  'POST /reviews/{id}/undo': ['review.undone', 'share_given_again', 'group_member_added'],
  'POST /vault/activity': 'looks',
  'POST /vault/lock': 'own',
  'POST /profile/tokens': ['token_created'],
  'POST /profile/tokens/{id}/rotate': ['token_rotated'],
  'DELETE /profile/tokens/{id}': ['token_revoked'],
  'POST /oauth/device': 'begins',
  'POST /oauth/token': ['workload_replayed'],
  'POST /profile/devices': ['device_signed_in'],
  'POST /profile/devices/find': 'looks',
  'POST /profile/devices/deny': ['device_denied'],
  'DELETE /profile/devices/{id}': ['device_ended'],
  'POST /oauth/revoke': ['token_found', 'token_leaked', 'service_account_token_found', 'service_account_token_leaked'],
  'POST /service-accounts': ['service_account_added'],
  'PATCH /service-accounts/{id}': ['service_account_changed'],
  'DELETE /service-accounts/{id}': ['service_account_deleted'],
  'POST /service-accounts/{id}/suspend': ['service_account_suspended'],
  'POST /service-accounts/{id}/resume': ['service_account_resumed'],
  'POST /service-accounts/{id}/tokens': ['service_account_token_created'],
  'POST /service-accounts/{id}/tokens/{token_id}/rotate': ['service_account_token_rotated'],
  'DELETE /service-accounts/{id}/tokens/{token_id}': ['service_account_token_revoked'],
  'POST /service-accounts/{id}/trusts': ['trust_added'],
  'PATCH /service-accounts/{id}/trusts/{trust_id}': ['trust_changed'],
  'DELETE /service-accounts/{id}/trusts/{trust_id}': ['trust_deleted'],
  'POST /service-accounts/{id}/shares/{share_id}/accept': ['service_account_key_accepted'],
  'POST /service-accounts/{id}/shares/{share_id}/decline': ['service_account_key_declined'],
  'PUT /profile': ['name_changed', 'email_change_requested', 'email_changed'],
  'PUT /profile/password': ['password_changed'],
  'PUT /profile/pin': ['pin_changed'],
  'PUT /profile/preferences': 'own',
  'PUT /vault/auto-lock': 'own',
}

/** These leave no row where there is nothing to do, as with a body that names nothing of the caller's, a right PIN or second factor, or a person who is in no doubt (way 4 in insiders-by-invitation.test.ts). */
const mayBeQuiet =
  /^(POST \/(keys\/share|pin\/verify|keys\/\{id\}\/(restore|leave)|reviews\/\{id\}\/(answers|undo)|profile\/proof|oauth\/(revoke|token)|service-accounts\/\{id\}\/(suspend|resume|shares\/\{share_id\}\/accept))|PUT \/profile|POST \/(auth\/factors|groups\/\{id\}\/members\/\{member_id\}|keys\/\{id\}\/shares\/\{share_id\})\/confirm|POST \/auth\/(password\/email|email\/verify))$/

const isKind = (name: string) => Object.hasOwn(activityKinds, name)

test('every kind of activity leaves a row or says why it does not, and no row has two names', () => {
  for (const kind of Object.keys(notAudited)) expect(isKind(kind), kind).toBe(true)
  const own = Object.keys(auditActions).filter((name) => name.startsWith(personPrefix))
  expect(own.filter((action) => isKind(action.slice(personPrefix.length)))).toEqual([])
})

test('somebody has said which row each call leaves that changes something, or why none, and that row is left', async () => {
  const calls = (await readContract()).filter(({ method, path }) => method !== 'GET' && !/^\/(admin|webhooks)/.test(path))
  expect(calls.map(nameOf).filter((call) => !Object.hasOwn(rows, call))).toEqual([])
  expect(Object.keys(rows).filter((call) => !calls.some((known) => nameOf(known) === call))).toEqual([])
  const named = Object.values(rows).flatMap((row) => (typeof row === 'string' ? [] : row))
  const isRow = (name: string) =>
    (isKind(name) && notAudited[name as keyof typeof notAudited] === undefined) || Object.hasOwn(auditActions, fullName(name))
  expect(named.filter((name) => !isRow(name))).toEqual([])

  const app = await startTestApp()
  await app.signUp('friend@example.org')
  const newest = () => app.db.selectFrom('audit_log').select(['id', 'action']).execute()
  let worked = 0
  for (const [index, call] of calls.entries()) {
    const name = nameOf(call)
    const ann = await app.signUp(`ann-${index}@example.org`)
    await ann.enterPin()
    const ids = call.path.includes('{') ? ((await things.find(([pattern]) => pattern.test(call.path))?.[1](ann.send, app, ann)) ?? {}) : {}
    const before = new Set((await newest()).map(({ id }) => id))
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, part: string) => ids[part] ?? crypto.randomUUID())
    const { status } = await ann.send(call.method, `/api${path}`, call.body === undefined ? {} : { body: goodBodies[name] ?? {} })
    const left = (await newest()).filter(({ id }) => !before.has(id)).map(({ action }) => action)
    const expected = rows[name] ?? []
    const allowed = typeof expected === 'string' ? [] : expected.map(fullName)
    expect([name, left.filter((action) => !allowed.includes(action))]).toEqual([name, []])
    if (status >= 300 || typeof expected === 'string') continue
    if (!mayBeQuiet.test(name)) expect([name, left.length > 0]).toEqual([name, true])
    worked += 1
  }
  expect(worked).toBeGreaterThan(25)
})

function fullName(name: string): string {
  return name.includes('.') ? name : `${personPrefix}${name}`
}
