import type { CallResponse } from '@twofold/contract/endpoint'
import type { findOffer, listOffers } from '@twofold/contract/sharing/hand-over'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { ReceivedOffer } from './offers.repository.ts'
import type { OffersServiceDeps } from './offers.service.ts'

export function createPendingOffers(deps: OffersServiceDeps) {
  const present = ({ id, key_name: name, issuer, owner_name: owner, created_at: created, expires_at: ends }: ReceivedOffer) => ({
    id,
    key: { name, issuer },
    offered_by: { name: owner },
    created_at: created.toISOString(),
    expires_at: ends.toISOString(),
  })

  return {
    async find(owner: Identity, keyId: string): Promise<CallResponse<typeof findOffer>> {
      const [, offer] = await Promise.all([
        deps.access.require(deps.db, owner.id, keyId, 'owner'),
        deps.offers(deps.db).findOf(keyId, deps.clock.date()),
      ])
      if (offer === undefined) return { offer: null }
      return { offer: { email: offer.email, created_at: offer.created_at.toISOString(), expires_at: offer.expires_at.toISOString() } }
    },
    async withdraw(owner: Identity, keyId: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        await deps.access.lock(tx.db, owner.id, keyId, 'owner')
        const offer = await deps.offers(tx.db).removeOf(keyId)
        if (offer === undefined) throw fail('sharing.offer_over')
        const [key] = await deps.grantRows(tx.db).findKeys([keyId])
        const detail = { name: key?.name ?? '', to: offer.email }
        await deps.activity.record(tx, { userId: owner.id, kind: 'key_offer_withdrawn', detail })
        return say('offer.withdrawn', { name: detail.name, email: offer.email })
      })
    },
    async list(user: Identity): Promise<CallResponse<typeof listOffers>> {
      return { data: (await deps.offers(deps.db).listReceived(user.id, deps.clock.date())).map(present) }
    },
  }
}
