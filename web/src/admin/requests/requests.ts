import { keepPreviousData } from '@tanstack/react-query'
import { getMailPath } from '@twofold/contract/admin/mail-path'
import { getRequest, listRequests, type RequestList } from '@twofold/contract/admin/requests'
import { queryOf } from '../../lib/query-of.ts'

export const requestsKey = ['admin', 'requests'] as const

/** The sidebar counts those that wait, so it is asked for again every minute. */
export const requestsQuery = (list: RequestList, page = 1) => ({
  ...queryOf([...requestsKey, 'list', list, page], listRequests, { query: { list, page } }),
  refetchInterval: 60_000,
  placeholderData: keepPreviousData,
})

export const requestQuery = (id: string) => queryOf([...requestsKey, 'one', id], getRequest, { params: { id } })

/** Changes to the mail path that no second administrator has approved. */
export const mailPathQuery = () => queryOf([...requestsKey, 'mail-path'], getMailPath)
