import type { CallResponse } from '@twofold/contract/endpoint'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { listEndedKeys } from '@twofold/contract/sharing/ended-keys'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { GrantRequestsRepository } from './grant-requests.repository.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

const day = 24 * 60 * 60 * 1000
/** Milliseconds for which a share that ended can be asked for. */
export const askablePeriod = 30 * day

/** Requests by people who lost a key, to its owner. */
export function createGrantRequestsService(
  deps: ServiceDeps & {
    requests: (db: Db) => GrantRequestsRepository
    activity: Pick<ActivityService, 'record'>
  },
) {
  const ago = (milliseconds: number) => new Date(deps.clock.now() - milliseconds)
  const asker = (userId: string) => ({ userId, since: ago(askablePeriod), now: ago(0) })

  return {
    async list({ id }: Identity): Promise<CallResponse<typeof listEndedKeys>> {
      const rows = await deps.requests(deps.db).list(asker(id))
      return {
        data: rows.map((row) => ({
          id: row.key_id,
          name: row.name,
          issuer: row.issuer,
          shared_by: { name: row.owner_name },
          because: row.ended_because,
          ended_at: row.ended_at.toISOString(),
          asked_at: row.asked_at?.toISOString() ?? null,
          can_ask: row.asked_at === null || row.asked_at <= ago(day),
        })),
      }
    },

    async ask(user: Identity, keyId: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const requests = deps.requests(tx.db)
        const [share] = await requests.list({ ...asker(user.id), keyId })
        if (share === undefined) throw fail('keys.not_found')
        const since = ago(day)
        const wasAsked = share.asked_at !== null && share.asked_at > since
        if (wasAsked || !(await requests.ask(share.id, { since, now: ago(0) }))) throw fail('sharing.asked_already')
        const name = await requests.nameOf(keyId)
        const actor = { id: user.id, name: user.name }
        await deps.activity.record(tx, { userId: user.id, kind: 'share_asked', detail: { name: share.name, with: share.owner_name } })
        await deps.activity.record(tx, { userId: share.owner_id, kind: 'share_asked_for', actor, detail: { name, by: user.name } })
        await tx.emit('key.share.asked', { to: { user_id: share.owner_id }, data: { 'key.name': name, 'share.by': user.name } })
        return say('share.asked', { owner: share.owner_name })
      })
    },
  }
}

export type GrantRequestsService = ReturnType<typeof createGrantRequestsService>
