import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { GrantsServiceDeps, ShareEnd } from './grants.service.ts'
import type { GrantFacts } from './grant-facts.service.ts'
import type { EndGrant, EndingGrant } from './end-grant.service.ts'

/** Expired shares that one transaction ends. */
const batchSize = 100

/** Revokes shares, and ends those that have expired. */
export function createGrantRevocation(deps: GrantsServiceDeps, { lockShare, reached, nameOf }: GrantFacts, ending: EndGrant) {
  return {
    async revoke(owner: Identity, keyId: string, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const share = await lockShare(tx, owner, keyId, id)
        const found = await ending.describe(tx, share)
        await ending.end(tx, found, owner.id, { reason: 'revoked', by: { id: owner.id, name: owner.name } })
        return say('share.ended', { who: found.who })
      })
    },
    findToEnd: ending.findToEnd,
    /** Ends what `findToEnd` found, in the transaction of an authorized caller who has locked the keys. */
    async endFound(tx: Tx, found: readonly EndingGrant[], owner: string, why: ShareEnd): Promise<void> {
      // Sent together and in order: each notice sees what ended before it, so that nobody is notified twice about a key.
      await Promise.all(found.map((one) => ending.end(tx, one, owner, why)))
    },
    /** The same for one share. False: it had ended already. */
    async endOne(tx: Tx, ids: { key: string; share: string }, owner: string, why: ShareEnd): Promise<boolean> {
      const [found] = await ending.findToEnd(tx, [ids])
      if (found !== undefined) await ending.end(tx, found, owner, why)
      return found !== undefined
    },
    /** Ends all shares of these keys, in the transaction of an authorized caller who has locked them. */
    async endAll(tx: Tx, keyIds: string[], by: { id: string; name: string }): Promise<void> {
      const rows = deps.grantRows(tx.db)
      const users = new Set<string>()
      for (const keyId of keyIds) {
        const shares = await rows.list({ keyId })
        const ended = shares.map((share) => Promise.all([reached(tx, share), rows.revoke(share.id, deps.clock.date())]))
        for (const [own] of await Promise.all(ended)) for (const user of own) users.add(user)
      }
      await deps.endings.notify(tx, { users: [...users], keys: keyIds, reason: 'revoked', by })
    },
    /** Preview of `endExpired`. */
    summariseExpired: (sampled: number) => deps.grantRows(deps.db).summariseExpired(deps.clock.date(), sampled),
    /** Ends expired shares, which are unusable already, and sends the notices. Answers the number. */
    async endExpired(): Promise<number> {
      let total = 0
      for (;;) {
        const ended = await deps.transaction(async (tx) => {
          const shares = await deps.grantRows(tx.db).revokeExpired(deps.clock.date(), batchSize)
          const keys = new Map((await deps.grantRows(tx.db).findKeys(shares.map((share) => share.key_id))).map((key) => [key.id, key]))
          // By key: somebody who had it in two ways is notified once.
          const losing = new Map<string, Set<string>>()
          for (const share of shares) {
            const key = keys.get(share.key_id)
            if (key === undefined || key.deleted_at !== null) continue
            const detail = { name: key.name, with: await nameOf(tx, share) }
            await deps.activity.record(tx, { userId: key.owner_id, kind: 'share_given_expired', detail })
            losing.set(share.key_id, new Set([...(losing.get(share.key_id) ?? []), ...(await reached(tx, share))]))
          }
          for (const [key, users] of losing) await deps.endings.notify(tx, { users: [...users], keys: [key], reason: 'expired' })
          return shares.length
        })
        total += ended
        if (ended < batchSize) return total
      }
    },
  }
}
