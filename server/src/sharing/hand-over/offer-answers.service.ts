import type { CallResponse } from '@twofold/contract/endpoint'
import type { acceptOffer } from '@twofold/contract/sharing/hand-over'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { OffersServiceDeps } from './offers.service.ts'

/** Accepts and declines offered keys. */
export function createOfferAnswers(deps: OffersServiceDeps) {
  const person = ({ id, name }: { id: string; name: string }) => ({ id, name })

  return {
    async accept(user: Identity, id: string): Promise<CallResponse<typeof acceptOffer>> {
      return deps.transaction(async (tx) => {
        const offers = deps.offers(tx.db)
        const asked = await offers.findReceived(user.id, id, deps.clock.date())
        if (asked === undefined) throw fail('sharing.offer_over')
        // People before keys, as wherever keys of a person are counted.
        const [active, , offer] = await Promise.all([
          offers.lockPeople([user.id, asked.owner_id]),
          deps.access.lockOwn(tx.db, asked.owner_id, [asked.key_id]),
          offers.findReceived(user.id, id, deps.clock.date()),
        ])
        if (!active.includes(user.id)) throw fail('auth.unauthenticated')
        // Withdrawn, replaced, or the key gone, while this waited.
        if (offer === undefined) throw fail('sharing.offer_over')
        const { name } = await deps.transfers.changeOwner(tx, offer.key_id, { from: offer.owner_id, to: user.id })
        const from = { id: offer.owner_id, name: offer.owner_name }
        const detail = { name, to: offer.email }
        await deps.activity.record(tx, { userId: from.id, kind: 'key_handed_over', actor: person(user), detail })
        await deps.activity.record(tx, { userId: user.id, kind: 'key_taken_over', actor: from, detail: { name } })
        return { ...say('offer.accepted', { name }), key_id: offer.key_id }
      })
    },
    async decline(user: Identity, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const offers = deps.offers(tx.db)
        const asked = await offers.findReceived(user.id, id, deps.clock.date())
        if (asked === undefined) throw fail('sharing.offer_over')
        const [, offer] = await Promise.all([
          deps.access.lockOwn(tx.db, asked.owner_id, [asked.key_id]),
          offers.findReceived(user.id, id, deps.clock.date()),
        ])
        if (offer === undefined) throw fail('sharing.offer_over')
        await offers.voidOf(offer.key_id)
        const name = offer.key_name
        // By the address that the owner typed: declining does not reveal who the recipient is.
        const detail = { name, to: offer.email }
        await deps.activity.record(tx, { userId: offer.owner_id, kind: 'key_offer_declined', detail })
        await deps.activity.record(tx, { userId: user.id, kind: 'key_declined', detail: { name } })
        return say('offer.declined', { name })
      })
    },
  }
}
