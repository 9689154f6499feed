import { v7 as uuid } from 'uuid'
import { nameKeys } from '../../keys/name-keys.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { LeaverKeysRepository } from './leaver-keys.repository.ts'
import type { Leaver, LeaversServiceDeps } from './leavers.service.ts'
import type { PlanSettlement } from './plan-settlement.service.ts'

type OwnersToNotify = Awaited<ReturnType<LeaverKeysRepository['listOwnersToNotify']>>

const targetOf = ({ id, name }: Leaver) => ({ kind: 'user', id, name })

export function createPlanOpening(deps: LeaversServiceDeps, { settle, settleWith }: PlanSettlement) {
  /** Notifies owners, who can renew the secrets of their keys, that somebody who has left knew them. */
  async function notifyOwners(tx: Tx, administrator: Identity, owners: OwnersToNotify, leaver: Leaver): Promise<void> {
    const actor = { id: administrator.id, name: administrator.name }
    for (const { owner_id: owner, names } of owners) {
      const detail = { name: nameKeys(names), who: leaver.name }
      await deps.activity.record(tx, { userId: owner, kind: 'secret_to_renew', actor, detail })
    }
  }

  /** Locks the newest plan. Undefined: a new one is needed, since the person is active or came back after it. */
  async function lockKnown(tx: Tx, leaver: { id: string; is_active: boolean }): Promise<{ id: string; isClosed: boolean } | undefined> {
    const known = await deps.leavers(tx.db).lock(leaver.id)
    const isCurrent = known !== undefined && (known.closed_as === null || (known.closed_as === 'done' && !leaver.is_active))
    return isCurrent ? { id: known.id, isClosed: known.closed_as !== null } : undefined
  }

  /** Makes a plan from what the person has now. */
  async function make(tx: Tx, administrator: Identity, leaver: Leaver, { id, reason }: { id: string; reason: string }) {
    const [rows, keys, now] = [deps.leavers(tx.db), deps.keys(tx.db), deps.clock.date()]
    const [, , left, owners] = await Promise.all([
      rows.put({ id, user_id: leaver.id, opened_at: now, opened_by: administrator.id, reason }),
      keys.putAll(id, leaver.id, now),
      rows.countOpen(id),
      keys.listOwnersToNotify(id, leaver.id),
    ])
    return { id, left, owners, isDone: left.decide === 0 && left.rotate === 0 }
  }

  async function noteMade(tx: Tx, administrator: Identity, leaver: Leaver, { id, left, owners, isDone }: Awaited<ReturnType<typeof make>>) {
    const after = { keys_to_decide: left.decide, secrets_to_rotate: left.rotate }
    if (isDone) await deps.leavers(tx.db).setClosed(id, { at: deps.clock.date(), as: 'done' })
    else await tx.audit({ action: 'leaver.plan_opened', target: targetOf(leaver), after })
    await notifyOwners(tx, administrator, owners, leaver)
    return after
  }

  /**
   * Runs in the transaction that ends the person's access, before their shares end. Has no effect for a person who was deactivated already. Answers
   * the remaining tasks.
   */
  async function open(tx: Tx, administrator: Identity, leaver: Leaver & { is_active: boolean }, reason: string) {
    const known = await lockKnown(tx, leaver)
    if (known !== undefined) return (await settle(tx, known, targetOf(leaver))).left
    return noteMade(tx, administrator, leaver, await make(tx, administrator, leaver, { id: uuid(), reason }))
  }

  /**
   * The same for a person whose account `end` ends. Undecided keys are deleted with it; the secrets to renew stay on the list. The caller calls
   * `close` once it has recorded the deletion. All of it is one round trip behind the lock.
   */
  async function openDeleted<T>(tx: Tx, administrator: Identity, leaver: Leaver & { is_active: boolean }, end: () => Promise<T>) {
    const known = await lockKnown(tx, leaver)
    const id = known?.id ?? uuid()
    const [made, ended, , left] = await Promise.all([
      known === undefined ? make(tx, administrator, leaver, { id, reason: 'Account deleted' }) : undefined,
      end(),
      deps.keys(tx.db).letUndecidedGo(id, { by: administrator.id, at: deps.clock.date() }),
      deps.leavers(tx.db).countOpen(id),
    ])
    if (made !== undefined) await noteMade(tx, administrator, leaver, made)
    const isClosed = known?.isClosed ?? made?.isDone ?? false
    return { ended, close: () => settleWith(tx, { id, isClosed }, targetOf(leaver), left) }
  }

  return { open, openDeleted }
}
