import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AccessFilters, type AccessQuestion, listAccess } from '@twofold/contract/admin/access'
import { call } from '../../lib/call.ts'

export type Asked = Omit<AccessFilters, 'question'> & { question: AccessQuestion }

/** Filters that only one question has. */
export const onlyFor = { group: 'access', on: 'access', from: 'showings', to: 'showings' } as const

/** Who was shown codes is asked by domain for one key only. */
export const hasDomains = ({ question, key }: { question: AccessQuestion; key?: string | undefined }) =>
  question !== 'showings' || key !== undefined

export const accessQuery = ({ page = 1, ...filters }: Asked & { page?: number }) =>
  queryOptions({
    queryKey: ['admin', 'access', filters, page],
    queryFn: ({ signal }) => call(listAccess, { query: { ...filters, page } }, { signal }),
    placeholderData: keepPreviousData,
  })
