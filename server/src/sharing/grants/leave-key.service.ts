import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { GrantsServiceDeps } from './grants.service.ts'
import type { GrantFacts } from './grant-facts.service.ts'

/** Gives up a key that somebody else shared. A person who also has it through a group keeps it, and the answer says so. */
export function createLeaveKey(deps: GrantsServiceDeps, { keyName }: Pick<GrantFacts, 'keyName'>) {
  return {
    async leave(user: Identity, keyId: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const access = await deps.access.lock(tx.db, user.id, keyId, 'view')
        if (access.level === 'owner') throw fail('sharing.own_key')
        const rows = deps.grantRows(tx.db)
        const hadDirect = await rows.revokeDirect(keyId, user.id, deps.clock.date())
        const group = await rows.findGroupThatGives(keyId, user.id, deps.clock.date())
        if (!hadDirect) throw fail('sharing.through_group', { parameters: { group: group ?? '' } })
        const name = await keyName(tx, keyId)
        const by = { id: user.id, name: user.name }
        await deps.activity.record(tx, { userId: user.id, kind: 'share_left', detail: { name } })
        await deps.activity.record(tx, { userId: access.owner_id, kind: 'share_left', actor: by, detail: { name } })
        await tx.emit('key.share.revoked', {
          to: { user_id: access.owner_id },
          data: { 'key.name': name, 'share.by': user.name, 'share.reason': 'left' },
        })
        return group === undefined ? say('share.left', { name }) : say('share.still_by_group', { name, group })
      })
    },
  }
}
