import { randomInt } from 'node:crypto'
import { deviceCodeLetters, deviceLimits } from '@twofold/contract/devices'
import type { approveDevice, findDeviceSignIn, startDeviceSignIn } from '@twofold/contract/devices'
import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import type { issueToken } from '@twofold/contract/oauth'
import { say, sentence } from '@twofold/contract/sentences/sentences'
import type { Said } from '@twofold/contract/said'
import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { hashToken, newToken } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import { fail, failField } from '../platform/fail.ts'
import type { AppError } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import type { DeviceSignIn, DeviceSignInsRepository } from './device-sign-ins.repository.ts'
import { requireParameter } from './grant.ts'
import type { GrantParameters } from './grant.ts'
import { makeToken } from './new-token.ts'
import type { OwnTokensRepository } from './own-tokens.repository.ts'
import type { TokensRepository } from './tokens.repository.ts'

const second = 1000
const day = 24 * 60 * 60 * second

export interface DeviceSignInsDeps {
  db: Db
  transaction: Transaction
  waiting: (db: Db) => DeviceSignInsRepository
  tokens: (db: Db) => Pick<OwnTokensRepository, 'put'>
  uses: (db: Db) => Pick<TokensRepository, 'touch'>
  activity: Pick<ActivityService, 'record'>
  /** Which programs may be signed in, seen from the page that approves them. */
  mode: Config['deviceSignIn']
  policy: Pick<Policy, 'address'>
  clock: Clock
}

type Start = CallParts<typeof startDeviceSignIn>['body']

/**
 * A program shows a code, a person types it on a page and approves, and the program gets a token (RFC 8628). No link carries the code, so that
 * nobody is led to approve what somebody else has started.
 */
export function createDeviceSignInsService(deps: DeviceSignInsDeps) {
  const now = () => new Date(deps.clock.now())

  async function signIn(tx: Tx, waiting: DeviceSignIn, userId: string): Promise<CallResponse<typeof issueToken>> {
    const created_at = now()
    const { row, secret } = makeToken('cli', {
      user_id: userId,
      service_account_id: null,
      name: nameOf(waiting),
      scopes: [],
      is_agent: false,
      networks: null,
      key_ids: null,
      trusted_until: null,
      takes_per_minute: null,
      takes_per_day: null,
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

  /** What is refused is written down as well, so it is answered and not thrown. */
  async function look(tx: Tx, deviceCode: string): Promise<CallResponse<typeof issueToken> | AppError> {
    const waiting = await deps.waiting(tx.db).lockByDevice(hashToken(deviceCode))
    if (waiting === undefined) return fail('oauth.invalid_grant')
    if (waiting.expires_at <= now()) return fail('oauth.expired_token')
    if (waiting.decision === 'denied') {
      await deps.waiting(tx.db).remove(waiting.id)
      return fail('oauth.access_denied')
    }
    if (waiting.decision === 'approved' && waiting.user_id !== null) return signIn(tx, waiting, waiting.user_id)
    const { polled_at: last, interval_seconds: interval } = waiting
    const isEarly = last !== null && now().getTime() - last.getTime() < interval * second
    const next = isEarly ? interval + deviceLimits.intervalSeconds : interval
    await deps.waiting(tx.db).notePoll(waiting.id, now(), next)
    return isEarly ? fail('oauth.slow_down', { parameters: { seconds: next } }) : fail('oauth.authorization_pending')
  }

  async function require(userCode: string, { network }: Pick<Client, 'network'>): Promise<DeviceSignIn> {
    const waiting = await deps.waiting(deps.db).findByCode(userCode, now())
    if (waiting === undefined) throw failField('devices.code_wrong', 'user_code')
    if (deps.mode === 'same-network' && waiting.network !== network) throw fail('devices.other_network')
    return waiting
  }

  async function decide(
    user: Identity,
    userCode: string,
    decision: 'approved' | 'denied',
    work: (tx: Tx, of: DeviceSignIn) => Promise<void>,
  ) {
    return deps.transaction(async (tx) => {
      const waiting = await deps.waiting(tx.db).decide(userCode, user.id, decision, now())
      if (waiting === undefined) throw failField('devices.code_wrong', 'user_code')
      await work(tx, waiting)
      return nameOf(waiting)
    })
  }

  return {
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
          created_at: now(),
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

    async find(userCode: string, client: Client): Promise<CallResponse<typeof findDeviceSignIn>> {
      const { program, device, address, network, created_at, expires_at } = await require(userCode, client)
      return {
        program,
        device,
        address,
        is_same_network: network === client.network,
        started_at: created_at.toISOString(),
        expires_at: expires_at.toISOString(),
      }
    },

    async approve(user: Identity, userCode: string, client: Client): Promise<CallResponse<typeof approveDevice>> {
      await require(userCode, client)
      const name = await decide(user, userCode, 'approved', async (tx, { address, ...waiting }) => {
        const device = nameOf(waiting)
        await deps.activity.record(tx, {
          userId: user.id,
          kind: 'device_signed_in',
          detail: { device, from: address },
          address: client.address,
        })
        await tx.emit('user.login.new_device', {
          to: { user_id: user.id },
          data: {
            'login.time': now().toISOString(),
            'login.ip': address,
            'login.device': [sentence('device.program', { name: device })],
            'login.location': [sentence('location.unknown')],
          },
        })
      })
      return say('device.approved', { name })
    },

    async deny(user: Identity, userCode: string, client: Client): Promise<Said> {
      const name = await decide(user, userCode, 'denied', async (tx, waiting) => {
        const detail = { device: nameOf(waiting), from: waiting.address }
        await deps.activity.record(tx, { userId: user.id, kind: 'device_denied', detail, address: client.address })
      })
      return say('device.denied', { name })
    },

    removable: () => deps.waiting(deps.db).removable(now()),
  }
}

export type DeviceSignInsService = ReturnType<typeof createDeviceSignInsService>

const nameOf = ({ program, device }: Pick<DeviceSignIn, 'program' | 'device'>) => (device === null ? program : `${program} on ${device}`)
