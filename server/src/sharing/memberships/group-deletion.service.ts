import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { Identity } from '../../platform/identity.ts'
import type { GroupsServiceDeps } from './groups.service.ts'
import type { GroupActivity } from './group-activity.service.ts'

export function createGroupDeletion(deps: GroupsServiceDeps, { lockOwnWithKeys }: GroupActivity) {
  return {
    async remove(owner: Identity, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const group = await lockOwnWithKeys(tx, owner, id)
        const groups = deps.groups(tx.db)
        const members = await groups.listMembers(id)
        const keys = await groups.listKeys(id, deps.clock.date())
        await groups.remove(id)
        await deps.activity.record(tx, { userId: owner.id, kind: 'group_deleted', detail: { name: group.name } })
        await deps.endings.notify(tx, {
          users: members.flatMap(({ user_id: user }) => (user === null ? [] : [user])),
          keys: keys.map((key) => key.id),
          reason: 'revoked',
          by: { id: owner.id, name: owner.name },
        })
        return say('group.deleted', { name: group.name })
      })
    },
  }
}
