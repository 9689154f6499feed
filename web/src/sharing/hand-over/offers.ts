import { findOffer, listOffers } from '@twofold/contract/sharing/hand-over'
import { queryOf } from '../../lib/query-of.ts'

/** Keys that others want to hand over to the user. */
export const offersQuery = { ...queryOf(['offers'], listOffers), staleTime: 0 }

export const offerQuery = (id: string) => ({ ...queryOf(['offers', id], findOffer, { params: { id } }), staleTime: 0 })

/** All offers, and the keys, which may have another owner by now. */
export const renewedByOffers = [['offers'], ['keys']]
