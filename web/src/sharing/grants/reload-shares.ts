import { useQueryClient } from '@tanstack/react-query'
import { listShares } from '@twofold/contract/sharing/grants'
import { queryOf } from '../../lib/query-of.ts'

/** The shares of an own key. Not under the keys' query key, whose lists are refetched separately. */
export const sharesQuery = (id: string) => ({ ...queryOf(['shares', id], listShares, { params: { id } }), staleTime: 0 })

/** Queries affected by a change of shares: the shares, the keys with their number of people, and the groups with their keys. */
export const sharesKeys = (id: string) => [sharesQuery(id).queryKey, ['keys'], ['groups']]

export function useReloadShares(id: string) {
  const client = useQueryClient()
  return () => Promise.all(sharesKeys(id).map((queryKey) => client.invalidateQueries({ queryKey })))
}
