import type { ErrorCode } from '@twofold/contract/errors'
import { openOfficeCalls } from './office-calls-while-closed.ts'
import { openCalls } from './calls-while-closed.ts'

/*
 * What becomes of each call of the contract while the account of whoever makes it is closed. A call that stands on no list is refused like one
 * that shows a secret, and fails ways-out.test.ts: somebody has to say what it lets out.
 */

/** Shows codes, or the note that is kept with a key: refused until a proof. */
const showsCodes = [
  'GET /keys/generate-codes',
  'GET /keys/{id}/code',
  'POST /keys/{id}/next-code',
  'POST /keys/{id}/take',
  'GET /takes/{id}',
  'POST /takes/{id}/approve',
  'GET /keys/{id}',
  'PATCH /keys/{id}',
]

/** Shows a secret, or gives others what they had not: refused until the day is over. */
const letsOut = [
  'GET /keys/{id}/secret',
  'POST /keys/{id}/rotate',
  'GET /keys/{id}/backup-codes',
  'POST /keys/export',
  'POST /keys/{id}/share',
  'POST /keys/share',
  'PATCH /keys/{id}/shares/{share_id}',
  'POST /keys/{id}/shares/{share_id}/confirm',
  'POST /keys/{id}/shares/{share_id}/restore',
  'POST /keys/{id}/shares/{share_id}/remind',
  'POST /keys/{id}/transfer',
  'POST /profile/tokens',
  'POST /profile/tokens/{id}/rotate',
  'POST /profile/devices',
  'POST /service-accounts/{id}/tokens',
  'POST /service-accounts/{id}/tokens/{token_id}/rotate',
  'POST /service-accounts/{id}/trusts',
  'PATCH /service-accounts/{id}/trusts/{trust_id}',
  'POST /service-accounts/{id}/shares/{share_id}/accept',
  'POST /service-accounts/{id}/resume',
  'POST /offers/{id}/accept',
  'POST /reviews/{id}/undo',
  'POST /groups/{id}/members',
  'PATCH /groups/{id}/members/{member_id}',
  'POST /groups/{id}/members/{member_id}/confirm',
  'POST /admin/users/{id}/leaver/hand-over',
  'POST /admin/backups/{id}/download',
  'POST /admin/users/{id}/release',
  'POST /admin/requests/{id}/approve',
  'POST /admin/requests/{id}/resume',
  'POST /admin/mail-path/approve',
]

/** Makes or removes a way into the account: refused as long, but for an account that never had anything to protect. */
const makesWayIn = [
  'POST /auth/factors/passkeys/options',
  'POST /auth/factors/passkeys',
  'DELETE /auth/factors/passkeys/{id}',
  'POST /auth/factors/totp',
  'POST /auth/factors/totp/confirm',
  'DELETE /auth/factors/totp',
  'POST /auth/factors/recovery-codes',
  'POST /auth/identities',
  'POST /auth/identities/finish',
  'DELETE /auth/identities/{id}',
  'POST /profile/pending-email',
]

/** Only a part of the call is closed, so its service asks `requireOpen` itself. */
const asksItself = ['PUT /profile']

export type Effect = 'shows codes' | 'lets out' | 'makes a way in' | 'asks itself' | 'stays open'

export const waysOut: ReadonlyMap<string, Effect> = new Map([
  ...showsCodes.map((call) => [call, 'shows codes'] as const),
  ...letsOut.map((call) => [call, 'lets out'] as const),
  ...makesWayIn.map((call) => [call, 'makes a way in'] as const),
  ...asksItself.map((call) => [call, 'asks itself'] as const),
  ...[...openCalls, ...openOfficeCalls].map((call) => [call, 'stays open'] as const),
])

export function effectOf({ method, path }: { method: string; path: string }): Effect {
  return waysOut.get(`${method} ${path}`) ?? 'lets out'
}

/** What a call of this effect is refused with while the account is closed. */
export function refusalOf(effect: Effect): ErrorCode | undefined {
  if (effect === 'shows codes') return 'keys.codes_closed'
  return effect === 'stays open' ? undefined : 'keys.secrets_closed'
}
