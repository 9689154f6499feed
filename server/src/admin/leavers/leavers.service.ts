import type { openLeaver } from '@twofold/contract/admin/leavers'
import type { CallAnswer } from '@twofold/contract/endpoint'
import { say } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { UsageService } from '../../keys/usage.service.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import { nameKeys } from '../../keys/name-keys.ts'
import type { OffersService } from '../../sharing/hand-over/offers.service.ts'
import type { LeaverKeysRepository } from './leaver-keys.repository.ts'
import type { LeaversRepository } from './leavers.repository.ts'
import { createPlanSettlement } from './plan-settlement.service.ts'
import { createPlanClosing } from './plan-closing.service.ts'
import { createPlanDetails } from './plan-details.service.ts'
import { present } from './present-plan.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

export interface LeaversServiceDeps extends ServiceDeps {
  leavers: (db: Db) => LeaversRepository
  keys: (db: Db) => LeaverKeysRepository
  usage: Pick<UsageService, 'flush'>
  offers: Pick<OffersService, 'offerBack'>
  activity: Pick<ActivityService, 'record'>
}

type OwnersToNotify = Awaited<ReturnType<LeaverKeysRepository['listOwnersToNotify']>>

export interface Leaver {
  id: string
  name: string
}

/**
 * Tasks after somebody leaves: new owners for their keys, and the secrets they knew, which have to be renewed. A plan is open until all of it is
 * decided and done.
 */
export function createLeaversService(deps: LeaversServiceDeps) {
  const settlement = createPlanSettlement(deps)
  const { requirePlan, settle } = settlement

  /** Notifies owners, who can renew the secrets of their keys, that somebody who has left knew them. */
  async function notifyOwners(tx: Tx, administrator: Identity, owners: OwnersToNotify, leaver: Leaver): Promise<void> {
    const actor = { id: administrator.id, name: administrator.name }
    for (const { owner_id: owner, names } of owners) {
      const detail = { name: nameKeys(names), who: leaver.name }
      await deps.activity.record(tx, { userId: owner, kind: 'secret_to_renew', actor, detail })
    }
  }

  /**
   * Runs in the transaction that ends the person's access, before their shares end. Has no effect for a person who was deactivated already. Answers
   * the remaining tasks.
   */
  async function open(tx: Tx, administrator: Identity, leaver: Leaver & { is_active: boolean }, reason: string) {
    const rows = deps.leavers(tx.db)
    const target = { kind: 'user', id: leaver.id, name: leaver.name }
    const known = await rows.lock(leaver.id)
    if (known !== undefined && (known.closed_as === null || (known.closed_as === 'done' && !leaver.is_active))) {
      return (await settle(tx, { id: known.id, isClosed: known.closed_as !== null }, target)).left
    }
    const id = uuid()
    const keys = deps.keys(tx.db)
    const [, , { decide, rotate }, owners] = await Promise.all([
      rows.put({ id, user_id: leaver.id, opened_at: deps.clock.date(), opened_by: administrator.id, reason }),
      keys.putAll(id, leaver.id, deps.clock.date()),
      rows.countOpen(id),
      keys.listOwnersToNotify(id, leaver.id),
    ])
    if (decide === 0 && rotate === 0) await rows.setClosed(id, { at: deps.clock.date(), as: 'done' })
    else await tx.audit({ action: 'leaver.plan_opened', target, after: { keys_to_decide: decide, secrets_to_rotate: rotate } })
    await notifyOwners(tx, administrator, owners, leaver)
    return { keys_to_decide: decide, secrets_to_rotate: rotate }
  }

  return {
    ...createPlanClosing(deps, settlement),
    ...createPlanDetails(deps, settlement),
    settle,
    /** Flushes the buffered records of shown codes before a plan is made from them. */
    prepare: (): Promise<void> => deps.usage.flush(),
    open,
    /** Opens a plan for a person who was deactivated before plans existed. */
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
  }
}

export type LeaversService = ReturnType<typeof createLeaversService>
