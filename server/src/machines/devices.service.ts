import { deviceLimits, type listDevices } from '@twofold/contract/devices'
import type { CallResponse } from '@twofold/contract/endpoint'
import { say } from '@twofold/contract/sentences/sentences'
import type { Said } from '@twofold/contract/said'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { TokensRepository } from './tokens.repository.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface DevicesDeps extends ServiceDeps {
  tokens: (db: Db) => Pick<TokensRepository, 'list' | 'lock' | 'revoke'>
  activity: Pick<ActivityService, 'record'>
}

const day = 24 * 60 * 60 * 1000

/** Lists the programs that are signed in, and lets their person sign each one out. */
export function createDevicesService(deps: DevicesDeps) {
  return {
    async list(user: Identity): Promise<CallResponse<typeof listDevices>> {
      const rows = await deps.tokens(deps.db).list({ user_id: user.id }, ['cli'], deps.clock.date())
      const since = deps.clock.date().getTime() - deviceLimits.idleDays * day
      return {
        data: rows.flatMap(({ id, name, created_at, expires_at, last_used_at, last_used_ip: address }) => {
          const seen = last_used_at ?? created_at
          if (seen.getTime() <= since) return []
          const end = Math.min(expires_at.getTime(), seen.getTime() + deviceLimits.idleDays * day)
          const times = { created_at: created_at.toISOString(), last_seen_at: seen.toISOString(), expires_at: new Date(end).toISOString() }
          return [{ id, name, address, ...times }]
        }),
      }
    },

    async end(user: Identity, id: string, client: Client): Promise<Said> {
      return deps.transaction(async (tx) => {
        const tokens = deps.tokens(tx.db)
        const token = await tokens.lock({ user_id: user.id }, id)
        if (token === undefined || token.kind !== 'cli') throw fail('devices.not_found')
        await tokens.revoke(id, 'owner', deps.clock.date())
        await deps.activity.record(tx, { userId: user.id, kind: 'device_ended', detail: { device: token.name }, address: client.address })
        return say('device.ended', { name: token.name })
      })
    },
  }
}

export type DevicesService = ReturnType<typeof createDevicesService>
