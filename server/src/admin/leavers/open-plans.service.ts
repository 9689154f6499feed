import { leaverKeysMost } from '@twofold/contract/admin/leavers'
import { say } from '@twofold/contract/sentences/sentences'
import { fail } from '../../platform/fail.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { LeaverKeysRepository } from './leaver-keys.repository.ts'
import type { LeaverChangesDeps, Selection, Key, Result, Open } from './leaver-changes.service.ts'
import type { LeaverOutcome } from '@twofold/contract/admin/leavers'

/** A plan, open and locked, and what is decided in it. */
export function createOpenPlans(deps: LeaverChangesDeps) {
  async function openPlan(tx: Tx, userId: string, selection: Selection, heir?: string): Promise<Open> {
    const leavers = deps.leavers(tx.db)
    const [locked, plan] = await Promise.all([leavers.lock(userId, heir), leavers.find(userId)])
    if (locked === undefined || plan === undefined) throw fail('leavers.not_found')
    if (plan.is_active || plan.closed_as === 'reactivated') throw fail('leavers.closed')
    const ids = await idsOf(deps.keys(tx.db), plan.id, selection)
    const keys = ids.length === 0 ? [] : await deps.keys(tx.db).findMany(plan.id, ids)
    return { plan, leaver: { id: userId, name: plan.user_name ?? '' }, keys }
  }

  async function idsOf(rows: LeaverKeysRepository, planId: string, { key_ids: ids, all }: Selection): Promise<string[]> {
    if ((ids === undefined) === (all === undefined)) throw fail('leavers.nothing_selected')
    return ids === undefined ? rows.listUndecided(planId, leaverKeysMost) : [...new Set(ids)].sort()
  }

  /** The selected keys that the leaver still owns, locked. */
  async function lockOwn(tx: Tx, { plan, leaver, keys }: Open): Promise<{ ownKeys: Key[]; results: Result[] }> {
    if (plan.is_deleted) throw fail('leavers.account_deleted')
    const ids = keys.map(({ key_id: id }) => id)
    const own = ids.length === 0 ? new Set<string>() : await deps.access.lockOwn(tx.db, leaver.id, ids)
    return {
      ownKeys: keys.filter(({ key_id: id }) => own.has(id)),
      results: keys
        .filter(({ key_id: id }) => !own.has(id))
        .map(({ key_id: id, name, decision, heir_name: heir, level }) => ({
          key_id: id,
          name,
          ok: false,
          ...(decision !== 'handed_over'
            ? say(level === 'owner' ? 'leaver.no_longer_theirs' : 'leaver.not_theirs')
            : heir === null
              ? say('leaver.other_already')
              : say('leaver.heir_already', { heir })),
        })),
    }
  }

  async function finish(tx: Tx, { plan, leaver }: Open): Promise<void> {
    await deps.plans.settle(tx, { id: plan.id, isClosed: plan.closed_as !== null }, { kind: 'user', ...leaver })
  }

  async function outcome(userId: string, results: Result[]): Promise<LeaverOutcome> {
    const done = results.filter(({ ok }) => ok).length
    return { ...say('acts.done', { done, all: results.length }), results, plan: await deps.plans.require(userId) }
  }

  return { openPlan, idsOf, lockOwn, finish, outcome }
}

export type OpenPlans = ReturnType<typeof createOpenPlans>
