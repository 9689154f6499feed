import { fail } from '../../platform/fail.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { PlanRow } from './leavers.repository.ts'
import type { LeaversServiceDeps } from './leavers.service.ts'

interface SettledPlan {
  id: string
  isClosed: boolean
}

/** The leaver, as the audit log names them. */
interface PlanTarget {
  kind: string
  id: string
  name: string
}

/** Finds a leaver plan, and settles it. */
export function createPlanSettlement(deps: LeaversServiceDeps) {
  const leavers = deps.leavers(deps.db)

  async function requirePlan(userId: string): Promise<PlanRow> {
    const plan = await leavers.find(userId)
    if (plan === undefined) throw fail('leavers.not_found')
    return plan
  }

  /** Closes a plan with nothing left to do, and opens one again where a note was taken back. */
  async function settle(tx: Tx, plan: SettledPlan, target: PlanTarget) {
    return settleWith(tx, plan, target, await deps.leavers(tx.db).countOpen(plan.id))
  }

  /** The same with what is left counted by the caller. */
  async function settleWith(tx: Tx, plan: SettledPlan, target: PlanTarget, left: { decide: number; rotate: number }) {
    const isDone = left.decide === 0 && left.rotate === 0
    if (isDone !== plan.isClosed) {
      await deps.leavers(tx.db).setClosed(plan.id, isDone ? { at: deps.clock.date(), as: 'done' } : null)
      await tx.audit({ action: isDone ? 'leaver.plan_closed' : 'leaver.plan_reopened', target })
    }
    return { isClosed: isDone, left: { keys_to_decide: left.decide, secrets_to_rotate: left.rotate } }
  }

  return { requirePlan, settle, settleWith }
}

export type PlanSettlement = ReturnType<typeof createPlanSettlement>
