import { useQueryClient } from '@tanstack/react-query'
import { listShares } from '@twofold/contract/sharing/grants'
import { queryOf } from '../../lib/query-of.ts'

/** Who has an own key. Not beneath the keys, which are reloaded when this one is somebody else's. */
export const sharesQuery = (id: string) => ({ ...queryOf(['shares', id], listShares, { params: { id } }), staleTime: 0 })

/** What a change of who has a key shows in: who has it, the keys, which tell how many people have each, and the groups, which tell of their keys. */
export const sharesKeys = (id: string) => [sharesQuery(id).queryKey, ['keys'], ['groups']]

export function useReloadShares(id: string) {
  const client = useQueryClient()
  return () => Promise.all(sharesKeys(id).map((queryKey) => client.invalidateQueries({ queryKey })))
}
