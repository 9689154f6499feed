import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { GrantsServiceDeps } from './grants.service.ts'
import type { GrantFacts } from './grant-facts.service.ts'
import { hasExpired } from './expiry.ts'

/** Confirms shares that wait for their recipient. */
export function createGrantConfirmation(deps: GrantsServiceDeps, { lockShare, nameOf, keyName }: GrantFacts) {
  return {
    /** Reminds a recipient who has not signed up, or has not used the share yet. */
    async remind(owner: Identity, keyId: string, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const share = await lockShare(tx, owner, keyId, id)
        if (share.email === null || hasExpired(share, deps.clock.date())) throw fail('sharing.not_found')
        const [addressee, name] = await Promise.all([deps.invitations.approach(tx, owner, share.email), keyName(tx, keyId)])
        await deps.invitations.notify(tx, owner, addressee, { keys: [name], permission: share.permission, expiresAt: share.expires_at })
        await deps.activity.record(tx, { userId: owner.id, kind: 'share_reminded', detail: { name, with: share.email } })
        return say((await deps.isMailAvailable(tx.db)) ? 'share.reminded' : 'share.reminded_later', { who: share.email })
      })
    },
    /** Records the owner's confirmation that the account with the address is the right person. The answer is the same if there is none. */
    async confirm(owner: Identity, keyId: string, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const share = await lockShare(tx, owner, keyId, id)
        const account = share.email_normalized === null ? undefined : await deps.invitations.findAccount(tx, share.email_normalized)
        if (share.recipient_id === null && account !== undefined && account.id !== owner.id) {
          await deps.grantRows(tx.db).change(id, { recipient_id: account.id })
          const name = await keyName(tx, keyId)
          const notice = { keys: [name], permission: share.permission, expiresAt: share.expires_at }
          await deps.invitations.notifyShared(tx, owner, account.id, notice)
          await deps.activity.record(tx, { userId: owner.id, kind: 'share_confirmed', detail: { name, with: await nameOf(tx, share) } })
        }
        return say('share.confirmed', { who: await nameOf(tx, share) })
      })
    },
  }
}
