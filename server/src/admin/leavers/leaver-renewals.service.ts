import type { LeaverOutcome, tickRenewed } from '@twofold/contract/admin/leavers'
import type { CallParts } from '@twofold/contract/endpoint'
import type { Identity } from '../../platform/identity.ts'
import type { LeaverChangesDeps } from './leaver-changes.service.ts'
import type { OpenPlans } from './open-plans.service.ts'
import { say } from '@twofold/contract/sentences/sentences'

export function createLeaverRenewals(deps: LeaverChangesDeps, { openPlan, finish, outcome }: OpenPlans) {
  return {
    /** Records who renewed a secret and when. The renewal itself happens at the service that the key protects. An existing record is kept. */
    async tickRenewed(
      administrator: Identity,
      userId: string,
      { key_ids: ids, renewed }: CallParts<typeof tickRenewed>['body'],
    ): Promise<LeaverOutcome> {
      return deps.transaction(async (tx) => {
        const open = await openPlan(tx, userId, { key_ids: ids })
        const toDo = open.keys.filter(({ had, renewed_at: at }) => had.length > 0 && (at !== null) !== renewed)
        const changed = toDo.map(({ key_id: id }) => id)
        for (const { key_id: id, name, owner_id: owner } of toDo) {
          await tx.audit({
            action: renewed ? 'leaver.secret_renewed' : 'leaver.secret_not_renewed',
            target: { kind: 'user', ...open.leaver },
            after: { key: name, key_id: id },
          })
          if (renewed && owner !== null && owner !== userId) {
            await deps.activity.record(tx, {
              userId: owner,
              kind: 'secret_renewed',
              actor: { id: administrator.id, name: administrator.name },
              detail: { name },
            })
          }
        }
        const note = renewed ? { by: administrator.id, at: deps.clock.date() } : null
        const [, plan] = await Promise.all([
          changed.length > 0 && deps.keys(tx.db).setRenewed(open.plan.id, changed, note),
          finish(tx, open),
        ])
        const results = open.keys.map(({ key_id: id, name, had }) => ({
          key_id: id,
          name,
          ok: had.length > 0,
          ...say(had.length === 0 ? 'leaver.codes_only' : renewed ? 'leaver.renewed' : 'leaver.not_renewed'),
        }))
        return outcome(plan, results)
      })
    },
  }
}
