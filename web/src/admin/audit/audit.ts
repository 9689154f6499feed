import { keepPreviousData } from '@tanstack/react-query'
import { type AuditFilters, getAuditChain, listAudit } from '@twofold/contract/admin/audit'
import { queryOf } from '../../lib/query-of.ts'

export const auditQuery = ({ page = 1, ...filters }: AuditFilters & { page?: number }) => ({
  ...queryOf(['admin', 'audit', filters, page], listAudit, { query: { ...filters, page } }),
  placeholderData: keepPreviousData,
})

export const auditChainQuery = queryOf(['admin', 'audit-chain'], getAuditChain)
