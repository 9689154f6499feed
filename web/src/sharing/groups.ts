import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { getGroup, listGroups } from '@twofold/contract/groups'
import { call } from '../lib/call.ts'

/** Own groups, and those that one is in. */
export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => call(listGroups, undefined, { signal }),
  staleTime: 0,
})

/** An own group with its members and keys. */
export const groupQuery = (id: string) =>
  queryOptions({ queryKey: ['groups', id], queryFn: ({ signal }) => call(getGroup, { params: { id } }, { signal }), staleTime: 0 })

/** What a change of groups shows in: the groups, who has which key, and how many have each. */
export const groupKeys = [['groups'], ['keys'], ['shares']]

/** Asks for it again. */
export function useReloadGroups() {
  const client = useQueryClient()
  return () => Promise.all(groupKeys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
