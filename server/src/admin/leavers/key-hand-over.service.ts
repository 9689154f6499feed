import { limits } from '@twofold/contract/limits'
import { fail, isFailure } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { LeaverChangesDeps, Key, Open } from './leaver-changes.service.ts'
import { nameKeys } from '../../keys/name-keys.ts'

/** Keys of a plan that get a new owner. */
export function createKeyHandOver(deps: LeaverChangesDeps) {
  const actorOf = ({ id, name }: Identity) => ({ id, name })

  async function change(tx: Tx, administrator: Identity, { leaver }: Open, { key_id: id, name }: Key, heir: { id: string; name: string }) {
    try {
      await deps.transfers.changeOwner(tx, id, { from: leaver.id, to: heir.id })
    } catch (error) {
      if (!isFailure(error, 'keys.limit_reached')) throw error
      throw fail('leavers.no_room', { parameters: { name: heir.name, limit: limits.keysPerOwner } })
    }
    await tx.audit({
      action: 'leaver.key_handed_over',
      target: { kind: 'user', ...leaver },
      before: { owner: leaver.name },
      after: { key: name, key_id: id, owner: heir.name, owner_id: heir.id },
    })
    const actor = actorOf(administrator)
    await deps.activity.record(tx, { userId: leaver.id, kind: 'key_handed_over', actor, detail: { name, to: heir.name } })
    await deps.activity.record(tx, { userId: heir.id, kind: 'key_taken_over', actor, detail: { name } })
  }

  /** Notifies the new owner by e-mail too, once for all keys; other recipients see it in their activity. */
  async function notify(tx: Tx, administrator: Identity, { leaver }: Open, keys: Key[], heir: { id: string; name: string }) {
    const actor = actorOf(administrator)
    const ids = keys.map(({ key_id: id }) => id)
    const [holders] = await Promise.all([
      deps.keys(tx.db).listHolders(ids, deps.clock.date()),
      deps.invitations.notifyHandedOver(tx, heir.id, { keys: keys.map(({ name }) => name), from: leaver.name, by: actor.name }),
    ])
    const toRenew = keys.filter(({ had, renewed_at: at }) => had.length > 0 && at === null).map(({ name }) => name)
    if (toRenew.length > 0) {
      const detail = { name: nameKeys(toRenew), who: leaver.name }
      await deps.activity.record(tx, { userId: heir.id, kind: 'secret_to_renew', actor, detail })
    }
    for (const [userId, held] of Map.groupBy(holders, ({ user_id: id }) => id)) {
      const detail = { name: nameKeys(held.map(({ name }) => name)), owner: heir.name }
      await deps.activity.record(tx, { userId, kind: 'key_owner_changed', actor, detail })
    }
  }

  return { change, notify }
}
