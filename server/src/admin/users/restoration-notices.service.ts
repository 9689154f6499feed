import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { Sharing } from '../../sharing/noun.ts'
import { nameKeys } from '../../keys/name-keys.ts'
import type { UserRestorationDeps } from './user-restoration.service.ts'

type RevivedRow = Awaited<ReturnType<Sharing['accountEndings']['revive']>>[number]

/** Notifies people that an account was restored. */
export function createRestorationNotices(deps: UserRestorationDeps) {
  async function notify(tx: Tx, administrator: Identity, id: string, revived: readonly RevivedRow[]): Promise<void> {
    const given = revived.filter(({ owner_id: owner }) => owner === id)
    for (const [recipient, shares] of Map.groupBy(given, ({ recipient_id: person }) => person)) {
      const ends = new Set(shares.map(({ expires_at: end }) => end?.getTime()))
      await deps.invitations.notifyShared(tx, { id, name: shares[0]?.owner_name ?? '' }, recipient, {
        keys: [...new Set(shares.map(({ key_name: name }) => name))],
        permission: shares.some(({ permission }) => permission === 'admin') ? 'admin' : 'view',
        expiresAt: ends.size === 1 ? (shares[0]?.expires_at ?? null) : null,
      })
    }
    const received = revived.filter(({ owner_id: owner }) => owner !== id)
    for (const [owner, shares] of Map.groupBy(received, ({ owner_id: person }) => person)) {
      await deps.activity.record(tx, {
        userId: owner,
        kind: 'share_restored',
        actor: { id: administrator.id, name: administrator.name },
        detail: { name: nameKeys(shares.map(({ key_name: name }) => name)), with: shares[0]?.recipient_email ?? '' },
      })
    }
  }

  return { notify }
}
