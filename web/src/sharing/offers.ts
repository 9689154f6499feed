import { useQueryClient } from '@tanstack/react-query'
import { findOffer, listOffers } from '@twofold/contract/hand-over'
import { queryOf } from '../lib/query-of.ts'

/** Keys that others want to hand over to the user. */
export const offersQuery = { ...queryOf(['offers'], listOffers), staleTime: 0 }

/** To whom an own key is offered. */
export const offerQuery = (id: string) => ({ ...queryOf(['offers', id], findOffer, { params: { id } }), staleTime: 0 })

/** Loads all offers again, and the keys, which may have another owner by now. */
export function useReloadOffers() {
  const client = useQueryClient()
  return () => Promise.all([['offers'], ['keys']].map((queryKey) => client.invalidateQueries({ queryKey })))
}
