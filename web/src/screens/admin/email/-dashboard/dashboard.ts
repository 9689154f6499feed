import { queryOptions } from '@tanstack/react-query'
import { getEmailStatistics, listMappingsInUse, listRecentMail } from '@twofold/contract/mail-log/dashboard'
import { previewTemplate } from '@twofold/contract/mail-design/template-previews'
import { listTemplates } from '@twofold/contract/mail-design/templates'
import { call } from '../../../../lib/call.ts'
import { queryOf } from '../../../../lib/query-of.ts'

const recentMails = 10

/** Parent key of all queries of the e-mail dashboard. */
export const emailDashboardKey = ['admin', 'email', 'dashboard']

export const emailStatisticsQuery = queryOptions({
  queryKey: [...emailDashboardKey, 'statistics'],
  queryFn: async ({ signal }) => (await call(getEmailStatistics, undefined, { signal })).statistics,
})

export const recentMailQuery = queryOptions({
  queryKey: [...emailDashboardKey, 'recent'],
  queryFn: async ({ signal }) => (await call(listRecentMail, { query: { limit: recentMails } }, { signal })).logs,
})

export const mappingsInUseQuery = queryOptions({
  queryKey: [...emailDashboardKey, 'mappings'],
  queryFn: async ({ signal }) => (await call(listMappingsInUse, undefined, { signal })).mappings,
})

export const activeTemplatesQuery = queryOptions({
  queryKey: [...emailDashboardKey, 'templates'],
  queryFn: async ({ signal }) => (await call(listTemplates, { query: { active_only: true } }, { signal })).templates,
})

export const samplePreviewQuery = (slug: string) => ({
  ...queryOf([...emailDashboardKey, 'preview', slug], previewTemplate, { params: { id: slug }, body: {} }),
  enabled: slug !== '',
})
