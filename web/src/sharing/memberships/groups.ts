import { useQueryClient } from '@tanstack/react-query'
import { getGroup, listGroups } from '@twofold/contract/sharing/memberships'
import { queryOf } from '../../lib/query-of.ts'

/** Own groups, and those that one is in. */
export const groupsQuery = { ...queryOf(['groups'], listGroups), staleTime: 0 }

/** An own group with its members and keys. */
export const groupQuery = (id: string) => ({ ...queryOf(['groups', id], getGroup, { params: { id } }), staleTime: 0 })

/** Queries affected by a change of groups: the groups, the keys, and their shares. */
export const groupKeys = [['groups'], ['keys'], ['shares']]

export function useReloadGroups() {
  const client = useQueryClient()
  return () => Promise.all(groupKeys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
