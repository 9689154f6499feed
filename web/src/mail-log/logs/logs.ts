import { t } from '@lingui/core/macro'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getEmailStatistics } from '@twofold/contract/mail-log/dashboard'
import type { CallInput } from '@twofold/contract/endpoint'
import { getMailLog, listMailLogs, listTemplateLogs } from '@twofold/contract/mail-log/logs'
import { call } from '../../lib/call.ts'
import { templatesKey } from '../../mail-design/templates/templates.ts'
import { emailToast } from '../../mail-design/toast-options.ts'

export const mailLogsKey = ['admin', 'email', 'logs'] as const

export const mailLogsQuery = (query: CallInput<typeof listMailLogs>['query']) =>
  queryOptions({
    queryKey: [...mailLogsKey, 'list', query],
    queryFn: ({ signal }) => call(listMailLogs, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { failure: (message) => t`Failed to fetch logs: ${message}`, ...emailToast },
  })

/** Fetched again whenever it is opened: the address of its content is good for five minutes. */
export const mailLogQuery = (id: string) =>
  queryOptions({
    queryKey: [...mailLogsKey, id],
    queryFn: ({ signal }) => call(getMailLog, { params: { id } }, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    meta: { failure: (message) => t`Failed to fetch log details: ${message}`, ...emailToast },
  })

/** The latest of a template. */
export const templateLogsQuery = (slug: string, query: Pick<CallInput<typeof listTemplateLogs>['query'], 'status' | 'provider'>) =>
  queryOptions({
    queryKey: [...templatesKey, slug, 'logs', query],
    queryFn: ({ signal }) => call(listTemplateLogs, { params: { id: slug }, query: { ...query, limit: 6 } }, { signal }),
  })

export const emailStatisticsQuery = queryOptions({
  queryKey: [...mailLogsKey, 'statistics'],
  queryFn: ({ signal }) => call(getEmailStatistics, undefined, { signal }),
})
