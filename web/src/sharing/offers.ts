import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { findOffer, listOffers } from '@twofold/contract/hand-over'
import { call } from '../lib/call.ts'

/** Keys that others want to hand over to the user. */
export const offersQuery = queryOptions({
  queryKey: ['offers'],
  queryFn: ({ signal }) => call(listOffers, undefined, { signal }),
  staleTime: 0,
})

/** To whom an own key is offered. */
export const offerQuery = (id: string) =>
  queryOptions({
    queryKey: ['offers', id],
    queryFn: ({ signal }) => call(findOffer, { params: { id } }, { signal }),
    staleTime: 0,
  })

/** Loads all offers again, and the keys, which may have another owner by now. */
export function useReloadOffers() {
  const client = useQueryClient()
  return () => Promise.all([['offers'], ['keys']].map((queryKey) => client.invalidateQueries({ queryKey })))
}
