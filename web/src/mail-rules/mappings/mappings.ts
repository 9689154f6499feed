import { queryOptions } from '@tanstack/react-query'
import { getMapping, listAvailableEvents, listMappingDecisions, listMappings } from '@twofold/contract/mail-rules/mapping-calls'
import { call } from '../../lib/call.ts'
import { queryOf } from '../../lib/query-of.ts'

export const mappingsKey = ['admin', 'email', 'mappings']

export const mappingsQuery = queryOf([...mappingsKey, 'list'], listMappings)

export const availableEventsQuery = queryOptions({
  queryKey: [...mappingsKey, 'events'],
  queryFn: async ({ signal }) => (await call(listAvailableEvents, undefined, { signal })).descriptions,
})

export const mappingQuery = (id: string) => queryOf([...mappingsKey, 'one', id], getMapping, { params: { id } })

export const decisionsQuery = (id: string, page: number, outcome: 'sent' | 'not_sent' | undefined) =>
  queryOptions({
    queryKey: [...mappingsKey, 'decisions', id, page, outcome],
    queryFn: async ({ signal }) => {
      const query = { page, ...(outcome !== undefined && { outcome }) }
      return (await call(listMappingDecisions, { params: { id }, query }, { signal })).decisions
    },
  })
