import { leaverKeysMost, type LeaverOutcome, type LeaverPlan } from '@twofold/contract/admin/leavers'
import { say } from '@twofold/contract/sentences/sentences'
import { fail } from '../../platform/fail.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { LeaverKeysRepository } from './leaver-keys.repository.ts'
import type { LeaverChangesDeps, Selection, Key, Result, Open } from './leaver-changes.service.ts'
import { present } from './present-plan.ts'

/** A plan, open and locked, and what is decided in it. */
export function createOpenPlans(deps: LeaverChangesDeps) {
  async function openPlan(tx: Tx, userId: string, selection: Selection, heir?: string): Promise<Open> {
    const leavers = deps.leavers(tx.db)
    const rows = deps.keys(tx.db)
    const named = namedIn(selection)
    const [locked, plan, found = []] = await Promise.all([
      leavers.lock(userId, heir),
      leavers.find(userId),
      named && named.length > 0 ? rows.findMany({ newestOf: userId }, named) : undefined,
    ])
    if (locked === undefined || plan === undefined) throw fail('leavers.not_found')
    if (plan.is_active || plan.closed_as === 'reactivated') throw fail('leavers.closed')
    const undecided = named === undefined ? await idsOf(rows, plan.id, selection) : []
    const keys = undecided.length === 0 ? found : await rows.findMany(plan, undecided)
    return { plan, leaver: { id: userId, name: plan.user_name ?? '' }, keys }
  }

  /** Undefined: all of the plan. */
  function namedIn({ key_ids: ids, all }: Selection): string[] | undefined {
    if ((ids === undefined) === (all === undefined)) throw fail('leavers.nothing_selected')
    return ids && [...new Set(ids)].sort()
  }

  const idsOf = async (rows: LeaverKeysRepository, planId: string, selection: Selection): Promise<string[]> =>
    namedIn(selection) ?? rows.listUndecided(planId, leaverKeysMost)

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

  /** Answers the plan as it is now. */
  async function finish(tx: Tx, { plan, leaver }: Open): Promise<LeaverPlan> {
    const before = { id: plan.id, isClosed: plan.closed_as !== null }
    const [row, { isClosed }] = await Promise.all([
      deps.leavers(tx.db).find(leaver.id),
      deps.plans.settle(tx, before, { kind: 'user', ...leaver }),
    ])
    if (row === undefined) throw fail('leavers.not_found')
    if (isClosed === before.isClosed) return present(row)
    return present({ ...row, closed_at: isClosed ? deps.clock.date() : null, closed_as: isClosed ? 'done' : null })
  }

  function outcome(plan: LeaverPlan, results: Result[]): LeaverOutcome {
    const done = results.filter(({ ok }) => ok).length
    return { ...say('acts.done', { done, all: results.length }), results, plan }
  }

  return { openPlan, idsOf, lockOwn, finish, outcome }
}

export type OpenPlans = ReturnType<typeof createOpenPlans>
