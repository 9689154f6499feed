import { keepPreviousData } from '@tanstack/react-query'
import { type AccessFilters, type AccessQuestion, listAccess } from '@twofold/contract/admin/access'
import { queryOf } from '../../lib/query-of.ts'

export type Asked = Omit<AccessFilters, 'question'> & { question: AccessQuestion }

/** Filters that only one question has. */
export const onlyFor = { group: 'access', on: 'access', from: 'showings', to: 'showings' } as const

/** Showings can be filtered by domain for a single key only. */
export const hasDomains = ({ question, key }: { question: AccessQuestion; key?: string | undefined }) =>
  question !== 'showings' || key !== undefined

export const accessQuery = ({ page = 1, ...filters }: Asked & { page?: number }) => ({
  ...queryOf(['admin', 'access', filters, page], listAccess, { query: { ...filters, page } }),
  placeholderData: keepPreviousData,
})
