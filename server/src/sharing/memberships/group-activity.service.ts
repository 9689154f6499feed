import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { GroupRow } from './groups.repository.ts'
import type { GroupsServiceDeps } from './groups.service.ts'

/** Locks a group, and describes it for notifications and the activity log. */
export function createGroupActivity(deps: GroupsServiceDeps) {
  async function lockOwn(tx: Tx, owner: Identity, id: string): Promise<GroupRow> {
    const [, group] = await Promise.all([deps.access.requireActive(tx.db, owner.id), deps.groups(tx.db).lockOwn(owner.id, id)])
    if (group === undefined) throw fail('groups.not_found')
    return group
  }

  /** The same before its shares end with it. */
  async function lockOwnWithKeys(tx: Tx, owner: Identity, id: string): Promise<GroupRow> {
    const [, , group] = await Promise.all([
      deps.access.requireActive(tx.db, owner.id),
      deps.groups(tx.db).lockKeysOf(owner.id, id),
      deps.groups(tx.db).lockOwn(owner.id, id),
    ])
    if (group === undefined) throw fail('groups.not_found')
    return group
  }

  /** The group's access, as notices describe it. */
  async function findShareNotice(tx: Tx, id: string) {
    const keys = await deps.groups(tx.db).listKeys(id, deps.clock.date())
    const permission = keys.some((key) => key.permission === 'admin') ? ('admin' as const) : ('view' as const)
    return { keys: keys.map(({ name }) => name), permission, expiresAt: null }
  }

  async function recordAdded(tx: Tx, owner: Identity, name: string, who: string) {
    await deps.activity.record(tx, { userId: owner.id, kind: 'group_member_added', detail: { name, who } })
  }

  return { lockOwn, lockOwnWithKeys, findShareNotice, recordAdded }
}

export type GroupActivity = ReturnType<typeof createGroupActivity>
