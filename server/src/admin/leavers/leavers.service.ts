import type { LeaverKey, LeaverPlan, listLeaverKeys, listLeavers, openLeaver } from '@twofold/contract/admin/leavers'
import type { CallAnswer, CallParts } from '@twofold/contract/endpoint'
import { defaultPageSize } from '@twofold/contract/paging'
import { say } from '@twofold/contract/sentences/sentences'

import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { UsageService } from '../../keys/usage.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { paged } from '../../platform/paging.ts'
import type { Transaction, Tx } from '../../platform/transaction.ts'
import { nameKeys } from '../../sharing/name-keys.ts'
import type { OffersService } from '../../sharing/hand-over-offers.service.ts'
import type { LeaverKeyRow, LeaverKeysRepository } from './leaver-keys.repository.ts'
import type { LeaversRepository, PlanRow } from './leavers.repository.ts'
import type { RetentionTask } from '../../platform/retention.ts'

/** For how long after a hand-over the keys are offered back to who left, when they are back. */
const offeredBackMilliseconds = 7 * 24 * 60 * 60 * 1000

/** How long a closed plan is kept. */
const keptMilliseconds = 365 * 24 * 60 * 60 * 1000

export interface LeaversServiceDeps {
  db: Db
  transaction: Transaction
  leavers: (db: Db) => LeaversRepository
  keys: (db: Db) => LeaverKeysRepository
  usage: Pick<UsageService, 'flush'>
  offers: Pick<OffersService, 'offerBack'>
  activity: Pick<ActivityService, 'record'>
  clock: Clock
}

const allWays: LeaverKeyRow['had'] = ['added', 'secret', 'backup_codes', 'export']

interface Leaver {
  id: string
  name: string
}

/**
 * What is left to do when somebody leaves: who gets their keys, and which secrets they had and so have to be renewed. A plan is open
 * until all of it is decided and done.
 */
export function createLeaversService(deps: LeaversServiceDeps) {
  const now = () => new Date(deps.clock.now())
  const leavers = deps.leavers(deps.db)
  const keys = deps.keys(deps.db)

  async function requirePlan(userId: string): Promise<PlanRow> {
    const plan = await leavers.find(userId)
    if (plan === undefined) throw fail('leavers.not_found')
    return plan
  }

  /** Closes a plan with nothing left to do, and opens one again where a note was taken back. */
  async function settle(tx: Tx, plan: { id: string; isClosed: boolean }, target: { kind: string; id: string; name: string }) {
    const left = await deps.leavers(tx.db).countOpen(plan.id)
    const isDone = left.decide === 0 && left.rotate === 0
    if (isDone !== plan.isClosed) {
      await deps.leavers(tx.db).setClosed(plan.id, isDone ? { at: now(), as: 'done' } : null)
      await tx.audit({ action: isDone ? 'leaver.plan_closed' : 'leaver.plan_reopened', target })
    }
    return { keys_to_decide: left.decide, secrets_to_rotate: left.rotate }
  }

  /** Whoever owns a key can renew its secret, and should know that somebody who has left had it. */
  async function tellOwners(tx: Tx, administrator: Identity, planId: string, leaver: Leaver): Promise<void> {
    const actor = { id: administrator.id, name: administrator.name }
    for (const { owner_id: owner, names } of await deps.keys(tx.db).listOwnersToTell(planId, leaver.id)) {
      const detail = { name: nameKeys(names), who: leaver.name }
      await deps.activity.record(tx, { userId: owner, kind: 'secret_to_renew', actor, detail })
    }
  }

  /**
   * In the transaction that ends the person's access, before their shares end. Nothing new comes of it for somebody who was out already.
   * Answers what is left to do.
   */
  async function open(tx: Tx, administrator: Identity, leaver: Leaver & { is_active: boolean }, reason: string) {
    const rows = deps.leavers(tx.db)
    const target = { kind: 'user', id: leaver.id, name: leaver.name }
    const known = await rows.lock(leaver.id)
    if (known !== undefined && (known.closed_as === null || (known.closed_as === 'done' && !leaver.is_active))) {
      return settle(tx, { id: known.id, isClosed: known.closed_as !== null }, target)
    }
    const id = uuid()
    await rows.put({ id, user_id: leaver.id, opened_at: now(), opened_by: administrator.id, reason })
    await deps.keys(tx.db).putAll(id, leaver.id, now())
    const { decide, rotate } = await rows.countOpen(id)
    if (decide === 0 && rotate === 0) await rows.setClosed(id, { at: now(), as: 'done' })
    else await tx.audit({ action: 'leaver.plan_opened', target, after: { keys_to_decide: decide, secrets_to_rotate: rotate } })
    await tellOwners(tx, administrator, id, leaver)
    return { keys_to_decide: decide, secrets_to_rotate: rotate }
  }

  /** Whoever got the keys keeps them unless they are accepted back, and can withdraw the offer. Answers how many are offered. */
  async function offerBack(tx: Tx, { id, name }: Identity, planId: string): Promise<number> {
    const handedOver = await deps.keys(tx.db).listHandedOverSince(planId, new Date(deps.clock.now() - offeredBackMilliseconds))
    const [first] = handedOver
    return first === undefined ? 0 : deps.offers.offerBack(tx, first.email, handedOver, { id, name })
  }

  return {
    settle,

    /** What waits in memory about who was shown codes is written down, before a plan is made of it. */
    prepare: (): Promise<void> => deps.usage.flush(),

    open,

    /** The person is back: what is left to do is theirs again, and what was handed over lately is offered to them. */
    async closeAsReactivated(tx: Tx, administrator: Identity, leaver: Leaver): Promise<void> {
      const plan = await deps.leavers(tx.db).lock(leaver.id)
      if (plan === undefined || plan.closed_as === 'reactivated') return
      const offered = await offerBack(tx, administrator, plan.id)
      if (plan.closed_as !== null && offered === 0) return
      await deps.leavers(tx.db).setClosed(plan.id, { at: now(), as: 'reactivated' })
      await tx.audit({
        action: 'leaver.plan_closed',
        target: { kind: 'user', id: leaver.id, name: leaver.name },
        after: { reason: 'activated again', ...(offered > 0 && { keys_offered_back: offered }) },
      })
    },

    /**
     * The account is back, and with it the keys that went because it was deleted: nobody has decided about those. Where it is active, what is
     * left to do is theirs again.
     */
    async reopenAsRestored(tx: Tx, administrator: Identity, leaver: Leaver & { is_active: boolean }, deletedAt: Date): Promise<void> {
      const plan = await deps.leavers(tx.db).lock(leaver.id)
      if (plan === undefined || plan.closed_as === 'reactivated') return
      await deps.keys(tx.db).undecideLetGoSince(plan.id, deletedAt)
      const target = { kind: 'user', id: leaver.id, name: leaver.name }
      if (leaver.is_active) {
        const offered = await offerBack(tx, administrator, plan.id)
        await deps.leavers(tx.db).setClosed(plan.id, { at: now(), as: 'reactivated' })
        const after = { reason: 'restored', ...(offered > 0 && { keys_offered_back: offered }) }
        await tx.audit({ action: 'leaver.plan_closed', target, after })
      } else await settle(tx, { id: plan.id, isClosed: plan.closed_as !== null }, target)
    },

    /** With the account go the keys that nobody has decided about; the secrets to renew stay on the list. */
    async letUndecidedGo(tx: Tx, administrator: Identity, leaver: Leaver): Promise<void> {
      const plan = await deps.leavers(tx.db).lock(leaver.id)
      if (plan === undefined || plan.closed_as !== null) return
      const undecided = await deps.keys(tx.db).listUndecided(plan.id, Number.MAX_SAFE_INTEGER)
      if (undecided.length > 0) {
        await deps.keys(tx.db).decide(plan.id, undecided, { kind: 'let_go', to: null, by: administrator.id, at: now() })
      }
      await settle(tx, { id: plan.id, isClosed: false }, { kind: 'user', id: leaver.id, name: leaver.name })
    },

    /** The owner replaced a secret: what asked for that is done. Answers how many notes were ticked. */
    async noteRotated(tx: Tx, owner: Identity, key: { id: string; name: string; withBackupCodes: boolean }): Promise<number> {
      const rows = deps.keys(tx.db)
      const notes = await rows.listToRenew(key.id, key.withBackupCodes ? allWays : allWays.filter((way) => way !== 'backup_codes'))
      for (const { plan_id: id, user_id: userId, user_name: name, closed_as: closed } of notes) {
        const target = { kind: 'user', id: userId, name }
        await rows.setRenewed(id, [key.id], { by: owner.id, at: now() })
        await tx.audit({ action: 'leaver.secret_renewed', target, after: { key: key.name, key_id: key.id } })
        await settle(tx, { id, isClosed: closed !== null }, target)
      }
      return notes.length
    },

    /** For somebody who was deactivated before there were plans. */
    async begin(administrator: Identity, id: string): Promise<CallAnswer<typeof openLeaver>> {
      await deps.usage.flush()
      await deps.transaction(async (tx) => {
        const user = await deps.leavers(tx.db).findUser(id)
        if (user === undefined) throw fail('users.not_found')
        if (user.is_active) throw fail('leavers.still_active')
        await open(tx, administrator, user, '')
      })
      return { ...say('leaver.opened'), plan: present(await requirePlan(id)) }
    },

    require: async (id: string): Promise<LeaverPlan> => present(await requirePlan(id)),

    /** Null where there never was one. */
    async find(id: string): Promise<LeaverPlan | null> {
      const plan = await leavers.find(id)
      if (plan === undefined && !(await leavers.hasUser(id))) throw fail('users.not_found')
      return plan === undefined ? null : present(plan)
    },

    async list({ state, page }: CallParts<typeof listLeavers>['query']): Promise<CallAnswer<typeof listLeavers>> {
      const [rows, total] = await Promise.all([leavers.list(state, defaultPageSize, (page - 1) * defaultPageSize), leavers.count(state)])
      return paged(rows.map(present), { page, perPage: defaultPageSize, total })
    },

    async keys(id: string, { page, ...filter }: CallParts<typeof listLeaverKeys>['query']): Promise<CallAnswer<typeof listLeaverKeys>> {
      const plan = await requirePlan(id)
      const [rows, total] = await Promise.all([
        keys.list({ id: plan.id, userId: id }, filter, now(), defaultPageSize, (page - 1) * defaultPageSize),
        keys.count(plan.id, filter),
      ])
      return paged(rows.map(presentKey), { page, perPage: defaultPageSize, total })
    },

    removable: (): RetentionTask[] => leavers.removable(new Date(deps.clock.now() - keptMilliseconds)),
  }
}

export type LeaversService = ReturnType<typeof createLeaversService>

const personOf = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name })

function present(row: PlanRow): LeaverPlan {
  return {
    user: { id: row.user_id, name: row.user_name, is_deleted: row.is_deleted },
    opened_at: row.opened_at.toISOString(),
    opened_by: personOf(row.opener_id, row.opener_name),
    reason: row.reason,
    state: row.closed_as ?? 'open',
    closed_at: row.closed_at?.toISOString() ?? null,
    owned: { done: row.decided, total: row.owned },
    rotate: { done: row.renewed, total: row.rotate },
    safe: row.safe,
  }
}

function presentKey(row: LeaverKeyRow): LeaverKey {
  return {
    key_id: row.key_id,
    name: row.name,
    exists: row.exists,
    owner: personOf(row.owner_id, row.owner_name),
    level: row.level,
    had: row.had,
    had_at: row.had_at?.toISOString() ?? null,
    last_shown_at: row.last_shown_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    people: row.people,
    decision:
      row.decision === null || row.decided_at === null
        ? null
        : {
            kind: row.decision,
            to: personOf(row.heir_id, row.heir_name),
            at: row.decided_at.toISOString(),
            by: personOf(row.decider_id, row.decider_name),
          },
    renewed: row.renewed_at === null ? null : { at: row.renewed_at.toISOString(), by: personOf(row.renewer_id, row.renewer_name) },
  }
}
