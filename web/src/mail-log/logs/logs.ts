import { t } from '@lingui/core/macro'
import { keepPreviousData } from '@tanstack/react-query'
import { getEmailStatistics } from '@twofold/contract/mail-log/dashboard'
import type { CallInput } from '@twofold/contract/endpoint'
import { getMailLog, listMailLogs, listTemplateLogs } from '@twofold/contract/mail-log/logs'
import { queryOf } from '../../lib/query-of.ts'
import { templatesKey } from '../../lib/templates-key.ts'
import { longToast } from '../../ui/toast-options.ts'

export const mailLogsKey = ['admin', 'email', 'logs'] as const

export const mailLogsQuery = (query: CallInput<typeof listMailLogs>['query']) => ({
  ...queryOf([...mailLogsKey, 'list', query], listMailLogs, { query }),
  placeholderData: keepPreviousData,
  meta: { failure: (message: string) => t`Failed to fetch logs: ${message}`, ...longToast },
})

/** Fetched again whenever it is opened: the address of its content is good for five minutes. Also while it waits to be sent. */
export const mailLogQuery = (id: string) => ({
  ...queryOf([...mailLogsKey, id], getMailLog, { params: { id } }),
  gcTime: 0,
  staleTime: Infinity,
  refetchInterval: ({ state }: { state: { data?: { log: { status: string } } | undefined } }) =>
    state.data?.log.status === 'pending' ? 5_000 : false,
  meta: { failure: (message: string) => t`Failed to fetch log details: ${message}`, ...longToast },
})

/** The latest of a template. */
export const templateLogsQuery = (slug: string, query: Pick<CallInput<typeof listTemplateLogs>['query'], 'status' | 'provider'>) =>
  queryOf([...templatesKey, slug, 'logs', query], listTemplateLogs, { params: { id: slug }, query: { ...query, limit: 6 } })

export const emailStatisticsQuery = queryOf([...mailLogsKey, 'statistics'], getEmailStatistics)
