import type { Identity } from '../../platform/identity.ts'
import type { RetentionTask } from '../../platform/retention.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { HandedOverKey, LeaverKeyRow } from './leaver-keys.repository.ts'
import type { LeaversServiceDeps, Leaver } from './leavers.service.ts'
import type { PlanSettlement } from './plan-settlement.service.ts'

/** Period after a hand-over in which a returning leaver is offered the keys back. */
const offeredBackMilliseconds = 7 * 24 * 60 * 60 * 1000

const keptMilliseconds = 365 * 24 * 60 * 60 * 1000

const allWays: LeaverKeyRow['had'] = ['added', 'secret', 'backup_codes', 'export']

/** Closes and reopens leaver plans, and removes them a year later. */
export function createPlanClosing(deps: LeaversServiceDeps, { settle }: PlanSettlement) {
  /** The new owners keep the keys unless the offer is accepted, and can withdraw it. Answers the number offered. */
  async function offerBack(tx: Tx, { id, name }: Identity, handedOver: readonly HandedOverKey[]): Promise<number> {
    const [first] = handedOver
    return first === undefined ? 0 : deps.offers.offerBack(tx, first.email, handedOver, { id, name })
  }

  const listHandedOver = (tx: Tx, leaver: Leaver) =>
    deps.keys(tx.db).listHandedOverSince(leaver.id, new Date(deps.clock.now() - offeredBackMilliseconds))

  return {
    removable: (): RetentionTask[] => deps.leavers(deps.db).removable(new Date(deps.clock.now() - keptMilliseconds)),
    /** The person is back: what is left to do is theirs again, and what was handed over lately is offered to them. */
    async closeAsReactivated(tx: Tx, administrator: Identity, leaver: Leaver): Promise<void> {
      const [plan, handedOver] = await Promise.all([deps.leavers(tx.db).lock(leaver.id), listHandedOver(tx, leaver)])
      if (plan === undefined || plan.closed_as === 'reactivated') return
      const offered = await offerBack(tx, administrator, handedOver)
      if (plan.closed_as !== null && offered === 0) return
      tx.writeLast(() => deps.leavers(tx.db).setClosed(plan.id, { at: deps.clock.date(), as: 'reactivated' }))
      await tx.audit({
        action: 'leaver.plan_closed',
        target: { kind: 'user', id: leaver.id, name: leaver.name },
        after: { reason: 'activated again', ...(offered > 0 && { keys_offered_back: offered }) },
      })
    },
    /**
     * The account is restored with the undecided keys that were deleted with it. If it is active, the remaining tasks are its owner's again. The plan
     * is locked with what is sent before.
     */
    async reopenAsRestored(tx: Tx, administrator: Identity, leaver: Leaver & { is_active: boolean }, deletedAt: Date): Promise<void> {
      const [plan, , handedOver] = await Promise.all([
        deps.leavers(tx.db).lock(leaver.id),
        deps.keys(tx.db).undecideLetGoSince(leaver.id, deletedAt),
        listHandedOver(tx, leaver),
      ])
      if (plan === undefined || plan.closed_as === 'reactivated') return
      const target = { kind: 'user', id: leaver.id, name: leaver.name }
      if (leaver.is_active) {
        const offered = await offerBack(tx, administrator, handedOver)
        tx.writeLast(() => deps.leavers(tx.db).setClosed(plan.id, { at: deps.clock.date(), as: 'reactivated' }))
        const after = { reason: 'restored', ...(offered > 0 && { keys_offered_back: offered }) }
        await tx.audit({ action: 'leaver.plan_closed', target, after })
      } else await settle(tx, { id: plan.id, isClosed: plan.closed_as !== null }, target)
    },
    /** The owner replaced a secret: what asked for that is done. Answers how many notes were ticked. */
    async noteRotated(tx: Tx, owner: Identity, key: { id: string; name: string; withBackupCodes: boolean }): Promise<number> {
      const rows = deps.keys(tx.db)
      const notes = await rows.listToRenew(key.id, key.withBackupCodes ? allWays : allWays.filter((way) => way !== 'backup_codes'))
      for (const { plan_id: id, user_id: userId, user_name: name, closed_as: closed } of notes) {
        const target = { kind: 'user', id: userId, name }
        await rows.setRenewed(id, [key.id], { by: owner.id, at: deps.clock.date() })
        await tx.audit({ action: 'leaver.secret_renewed', target, after: { key: key.name, key_id: key.id } })
        await settle(tx, { id, isClosed: closed !== null }, target)
      }
      return notes.length
    },
  }
}
