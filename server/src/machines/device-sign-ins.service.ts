import { randomInt } from 'node:crypto'
import { deviceCodeLetters, deviceLimits, type startDeviceSignIn } from '@twofold/contract/devices'
import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import type { issueToken } from '@twofold/contract/oauth'
import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Config } from '../platform/config.ts'
import { hashToken, newToken } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Client } from '../platform/identity.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { DeviceSignInsRepository } from './device-sign-ins.repository.ts'
import { type GrantParameters, requireParameter } from './grant.ts'
import type { TokensRepository } from './tokens.repository.ts'
import type { TokenCheckRepository } from './token-check.repository.ts'
import { createDeviceApprovals } from './device-approvals.service.ts'
import { createDevicePolling } from './device-polling.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

const second = 1000

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
  const { look } = createDevicePolling(deps)

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
