import { deviceLimits } from '@twofold/contract/devices'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { issueToken } from '@twofold/contract/oauth'
import { hashToken } from '../platform/crypto/token.ts'
import { type AppError, fail } from '../platform/fail.ts'
import type { Tx } from '../platform/transaction.ts'
import type { DeviceSignIn } from './device-sign-ins.repository.ts'
import { makeToken, unlimited } from './make-token.ts'
import { nameOf } from './device-approvals.service.ts'
import type { DeviceSignInsDeps } from './device-sign-ins.service.ts'

const second = 1000

const day = 24 * 60 * 60 * second

/** Answers a program that polls for its token (RFC 8628). */
export function createDevicePolling(deps: DeviceSignInsDeps) {
  async function signIn(tx: Tx, waiting: DeviceSignIn, userId: string): Promise<CallResponse<typeof issueToken>> {
    const created_at = deps.clock.date()
    const { row, secret } = makeToken('cli', {
      ...unlimited,
      user_id: userId,
      service_account_id: null,
      name: nameOf(waiting),
      scopes: [],
      created_by: userId,
      created_at,
      expires_at: new Date(created_at.getTime() + deviceLimits.days * day),
    })
    await deps.tokens(tx.db).put(row)
    // The list names its address from the start.
    await deps.uses(tx.db).touch(row.id, waiting.address, created_at)
    await deps.waiting(tx.db).remove(waiting.id)
    return { access_token: secret, token_type: 'Bearer', expires_in: deviceLimits.days * 86_400 }
  }

  /** Returns a refusal rather than throwing it, so that the transaction also commits its record. */
  async function look(tx: Tx, deviceCode: string): Promise<CallResponse<typeof issueToken> | AppError> {
    const waiting = await deps.waiting(tx.db).lockByDevice(hashToken(deviceCode))
    if (waiting === undefined) return fail('oauth.invalid_grant')
    if (waiting.expires_at <= deps.clock.date()) return fail('oauth.expired_token')
    if (waiting.decision === 'denied') {
      await deps.waiting(tx.db).remove(waiting.id)
      return fail('oauth.access_denied')
    }
    if (waiting.decision === 'approved' && waiting.user_id !== null) return signIn(tx, waiting, waiting.user_id)
    const { polled_at: last, interval_seconds: interval } = waiting
    const isEarly = last !== null && deps.clock.date().getTime() - last.getTime() < interval * second
    const next = isEarly ? interval + deviceLimits.intervalSeconds : interval
    await deps.waiting(tx.db).notePoll(waiting.id, deps.clock.date(), next)
    return isEarly ? fail('oauth.slow_down', { parameters: { seconds: next } }) : fail('oauth.authorization_pending')
  }

  return { look }
}
