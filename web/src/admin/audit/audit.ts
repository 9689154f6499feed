import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AuditFilters, getAuditChain, listAudit } from '@twofold/contract/admin/audit'
import { call } from '../../lib/call.ts'

export const auditQuery = ({ page = 1, ...filters }: AuditFilters & { page?: number }) =>
  queryOptions({
    queryKey: ['admin', 'audit', filters, page],
    queryFn: ({ signal }) => call(listAudit, { query: { ...filters, page } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const auditChainQuery = queryOptions({
  queryKey: ['admin', 'audit-chain'],
  queryFn: ({ signal }) => call(getAuditChain, undefined, { signal }),
})
