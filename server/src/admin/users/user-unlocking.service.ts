import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { UserChangesDeps, By } from './user-changes.service.ts'
import { targetOf, type UserActs } from './user-acts.service.ts'

/** Releases closed accounts and unlocks locked ones. */
export function createUserUnlocking(deps: UserChangesDeps, { act, notify }: UserActs) {
  return {
    /** A second administrator vouches for the person. */
    async release(by: By, id: string): Promise<Said> {
      return act(by, id, { weighty: false }, async (tx, target) => {
        await deps.trust.release(tx, id, by.user.id)
        await tx.audit({ action: 'user.released', target: targetOf(target) })
        await notify(tx, by, id, 'account_released')
        return say('user.released')
      })
    },
    async unlock(by: By, id: string): Promise<Said> {
      return act(by, id, { weighty: false }, async (tx, target) => {
        await Promise.all([deps.signInLocks.clearOf(tx.db, id), deps.guesses.clearAll(tx.db, id)])
        await tx.audit({ action: 'user.unlocked', target: targetOf(target) })
        await notify(tx, by, id, 'account_unlocked')
        await tx.emit('user.account.unlocked', {
          to: { user_id: id },
          data: { 'lock.until': deps.clock.date().toISOString(), 'login.ip': by.client.address },
        })
        return say('user.unlocked')
      })
    },
  }
}
