import { randomInt } from 'node:crypto'
import { deviceCodeLetters, deviceLimits, type startDeviceSignIn } from '@twofold/contract/devices'
import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import type { issueToken } from '@twofold/contract/oauth'
import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Config } from '../platform/config.ts'
import { hashToken, newToken } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import { type AppError, fail } from '../platform/fail.ts'
import type { Client } from '../platform/identity.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { DeviceSignIn, DeviceSignInsRepository } from './device-sign-ins.repository.ts'
import { type GrantParameters, requireParameter } from './grant.ts'
import { makeToken, unlimited } from './make-token.ts'
import type { TokensRepository } from './tokens.repository.ts'
import type { TokenCheckRepository } from './token-check.repository.ts'
import { createDeviceApprovals, nameOf } from './device-approvals.service.ts'
import type { Tx } from '../platform/transaction.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

const second = 1000

const day = 24 * 60 * 60 * second

export interface DeviceSignInsDeps extends ServiceDeps {
  waiting: (db: Db) => DeviceSignInsRepository
  tokens: (db: Db) => Pick<TokensRepository, 'put'>
  uses: (db: Db) => Pick<TokenCheckRepository, 'touch'>
  activity: Pick<ActivityService, 'record'>
  /** Which programs may sign in, compared with the page that approves them. */
  mode: Config['deviceSignIn']
  policy: Pick<Policy, 'address'>
}

type Start = CallParts<typeof startDeviceSignIn>['body']

/**
 * A program shows a code, a person types it on a page and approves, and the program gets a token (RFC 8628). No link carries the code, so that nobody
 * can be tricked into approving somebody else's program.
 */
export function createDeviceSignInsService(deps: DeviceSignInsDeps) {
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

  /** Answers a program that polls for its token (RFC 8628). Returns a refusal rather than throwing it, so that the transaction also commits its record. */
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

  return {
    ...createDeviceApprovals(deps),
    async start(body: Start, client: Client): Promise<CallResponse<typeof startDeviceSignIn>> {
      if (deps.mode === 'off') throw fail('oauth.unauthorized_client')
      const deviceCode = newToken()
      for (;;) {
        const userCode = Array.from({ length: 8 }, () => deviceCodeLetters.charAt(randomInt(deviceCodeLetters.length))).join('')
        const isPut = await deps.waiting(deps.db).put({
          id: uuid(),
          device_hash: hashToken(deviceCode),
          user_code: userCode,
          program: body.client_id,
          device: body.device_name ?? null,
          address: client.address,
          network: client.network,
          created_at: deps.clock.date(),
          expires_at: new Date(deps.clock.now() + deviceLimits.codeSeconds * second),
          interval_seconds: deviceLimits.intervalSeconds,
        })
        if (!isPut) continue
        return {
          device_code: deviceCode,
          user_code: `${userCode.slice(0, 4)}-${userCode.slice(4)}`,
          verification_uri: `${deps.policy.address}/device`,
          expires_in: deviceLimits.codeSeconds,
          interval: deviceLimits.intervalSeconds,
        }
      }
    },
    async grant(parameters: GrantParameters): Promise<CallResponse<typeof issueToken>> {
      const code = requireParameter(parameters, 'device_code')
      const found = await deps.transaction((tx) => look(tx, code))
      if ('access_token' in found) return found
      throw found
    },
    removable: () => deps.waiting(deps.db).removable(deps.clock.date()),
  }
}

export type DeviceSignInsService = ReturnType<typeof createDeviceSignInsService>
