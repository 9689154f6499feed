import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getMailPath } from '@twofold/contract/admin/mail-path'
import { getRequest, listRequests, type RequestList } from '@twofold/contract/admin/requests'
import { call } from '../../lib/call.ts'

export const requestsKey = ['admin', 'requests'] as const

/** The sidebar counts those that wait, so it is asked for again every minute. */
export const requestsQuery = (list: RequestList, page = 1) =>
  queryOptions({
    queryKey: [...requestsKey, 'list', list, page],
    queryFn: ({ signal }) => call(listRequests, { query: { list, page } }, { signal }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  })

export const requestQuery = (id: string) =>
  queryOptions({ queryKey: [...requestsKey, 'one', id], queryFn: ({ signal }) => call(getRequest, { params: { id } }, { signal }) })

/** Changes of the way that e-mail takes to which nobody else has agreed. */
export const mailPathQuery = () =>
  queryOptions({ queryKey: [...requestsKey, 'mail-path'], queryFn: ({ signal }) => call(getMailPath, undefined, { signal }) })
