import type { countLeaverImpact, handOverKeys, LeaverOutcome, letKeysGo } from '@twofold/contract/admin/leavers'
import type { CallAnswer, CallParts } from '@twofold/contract/endpoint'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { AccessService } from '../../keys/access.service.ts'
import type { Db } from '../../platform/database.ts'
import { fail, failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { requireStillAtOnce } from '../../platform/judge-again.ts'
import type { GrantsService } from '../../sharing/grants/grants.service.ts'
import type { InvitationsService } from '../../sharing/invitations/invitations.service.ts'
import type { HandOverService } from '../../sharing/hand-over/hand-over.service.ts'
import type { TrustService } from '../../trust/trust.service.ts'
import type { LeaverKeysRepository } from './leaver-keys.repository.ts'
import type { LeaversRepository, PlanRow } from './leavers.repository.ts'
import type { LeaversService } from './leavers.service.ts'
import { createKeyHandOver } from './key-hand-over.service.ts'
import { createOpenPlans } from './open-plans.service.ts'
import { say } from '@twofold/contract/sentences/sentences'
import { createLeaverRenewals } from './leaver-renewals.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

export interface LeaverChangesDeps extends ServiceDeps {
  leavers: (db: Db) => LeaversRepository
  keys: (db: Db) => LeaverKeysRepository
  plans: Pick<LeaversService, 'settle'>
  access: Pick<AccessService, 'lockOwn'>
  transfers: Pick<HandOverService, 'changeOwner'>
  grants: Pick<GrantsService, 'endAll'>
  invitations: Pick<InvitationsService, 'notifyHandedOver'>
  activity: Pick<ActivityService, 'record'>
  trust: Pick<TrustService, 'mayInherit'>
}

export type Selection = CallParts<typeof letKeysGo>['body']

export type Key = Awaited<ReturnType<LeaverKeysRepository['findMany']>>[number]

export type Result = LeaverOutcome['results'][number]

export interface Open {
  plan: PlanRow
  leaver: { id: string; name: string }
  keys: Key[]
}

/** Administrators' decisions in a leaver plan. Each call is one transaction, and calls about one plan are serialized. */
export function createLeaverChangesService(deps: LeaverChangesDeps) {
  const plans = createOpenPlans(deps)
  const { openPlan, idsOf, lockOwn, finish, outcome } = plans
  const handOver = createKeyHandOver(deps)
  const actorOf = ({ id, name }: Identity) => ({ id, name })

  return {
    ...createLeaverRenewals(deps, plans),
    /** Effects on keys that the leaver still owns. */
    async impact(userId: string, selection: Selection): Promise<CallAnswer<typeof countLeaverImpact>> {
      const plan = await deps.leavers(deps.db).find(userId)
      if (plan === undefined) throw fail('leavers.not_found')
      const ids = await idsOf(deps.keys(deps.db), plan.id, selection)
      const found = ids.length === 0 ? [] : await deps.keys(deps.db).findMany(plan, ids)
      const own = found.filter(({ owner_id: owner }) => owner === userId).map(({ key_id: id }) => id)
      return { keys: own.length, ...(await deps.keys(deps.db).impactOf(userId, own, deps.clock.date())) }
    },
    /** If two administrators hand over the same key at once, the second gets the answer that it is already done. */
    async handOver(
      administrator: Identity,
      userId: string,
      { to, ...selection }: CallParts<typeof handOverKeys>['body'],
    ): Promise<LeaverOutcome> {
      if (to === administrator.id) throw failField('leavers.to_self', 'to')
      if (to === userId) throw failField('leavers.to_nobody', 'to')
      return deps.transaction(async (tx) => {
        const open = await openPlan(tx, userId, selection, to)
        // The heir is locked already, with the plan.
        const [{ ownKeys, results }, heir, mayInherit] = await Promise.all([
          lockOwn(tx, open),
          deps.leavers(tx.db).lockHeir(to),
          deps.trust.mayInherit(tx, to),
        ])
        if (heir === undefined) throw failField('leavers.to_nobody', 'to')
        await requireStillAtOnce(tx.db)
        if (!mayInherit) throw failField('leavers.to_newcomer', 'to')
        for (const key of ownKeys) {
          await handOver.change(tx, administrator, open, key, heir)
          results.push({ key_id: key.key_id, name: key.name, ok: true, ...say('leaver.heir', { heir: heir.name }) })
        }
        const ids = ownKeys.map(({ key_id: id }) => id)
        const decision = { kind: 'handed_over', to: heir.id, by: administrator.id, at: deps.clock.date() } as const
        const [, , plan] = await Promise.all([
          ids.length > 0 && deps.keys(tx.db).decide(open.plan.id, ids, decision),
          ids.length > 0 && handOver.notify(tx, administrator, open, ownKeys, heir),
          finish(tx, open),
        ])
        return outcome(plan, results)
      })
    },
    /** The keys stay with an account that nobody can enter; people who had them through it lose them. */
    async letGo(administrator: Identity, userId: string, selection: Selection): Promise<LeaverOutcome> {
      return deps.transaction(async (tx) => {
        const open = await openPlan(tx, userId, selection)
        const { ownKeys, results } = await lockOwn(tx, open)
        // The first decision stands.
        const undecided = ownKeys.filter((key) => key.decision !== 'let_go')
        const ids = undecided.map(({ key_id: id }) => id)
        for (const { key_id: id, name } of undecided) {
          await tx.audit({ action: 'leaver.key_let_go', target: { kind: 'user', ...open.leaver }, after: { key: name, key_id: id } })
          await deps.activity.record(tx, { userId, kind: 'key_let_go', actor: actorOf(administrator), detail: { name } })
        }
        for (const { key_id: id, name } of ownKeys) results.push({ key_id: id, name, ok: true, ...say('leaver.kept') })
        const decision = { kind: 'let_go', to: null, by: administrator.id, at: deps.clock.date() } as const
        const [, , plan] = await Promise.all([
          ids.length > 0 && deps.keys(tx.db).decide(open.plan.id, ids, decision),
          ids.length > 0 && deps.grants.endAll(tx, ids, actorOf(administrator)),
          finish(tx, open),
        ])
        return outcome(plan, results)
      })
    },
  }
}

export type LeaverChangesService = ReturnType<typeof createLeaverChangesService>
