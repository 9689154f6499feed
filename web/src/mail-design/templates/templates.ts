import { queryOptions } from '@tanstack/react-query'
import type { CallInput } from '@twofold/contract/endpoint'
import { listAvailableEvents, listMappings } from '@twofold/contract/mail-rules/mapping-calls'
import { listProviders } from '@twofold/contract/mail-delivery/providers'
import { getTemplateVersion, listTemplateTranslations, listTemplateVersions } from '@twofold/contract/mail-design/template-versions'
import { getTemplate, listTemplateLogs, listTemplates } from '@twofold/contract/mail-design/templates'
import { call } from '../../lib/call.ts'

export const templatesKey = ['admin', 'email', 'templates'] as const
export const mappingsKey = ['admin', 'email', 'mappings'] as const

export const templatesQuery = queryOptions({
  queryKey: [...templatesKey, 'list'],
  queryFn: ({ signal }) => call(listTemplates, { query: {} }, { signal }),
})

export const templateQuery = (slug: string) =>
  queryOptions({
    queryKey: [...templatesKey, slug],
    queryFn: ({ signal }) => call(getTemplate, { params: { id: slug } }, { signal }),
  })

export const templateLogsQuery = (slug: string, query: Pick<CallInput<typeof listTemplateLogs>['query'], 'status' | 'provider'>) =>
  queryOptions({
    queryKey: [...templatesKey, slug, 'logs', query],
    queryFn: ({ signal }) => call(listTemplateLogs, { params: { id: slug }, query: { ...query, limit: 6 } }, { signal }),
  })

export const templateVersionsQuery = (slug: string) =>
  queryOptions({
    queryKey: [...templatesKey, slug, 'versions'],
    queryFn: ({ signal }) => call(listTemplateVersions, { params: { id: slug } }, { signal }),
  })

/** A version compared with another, or with how the template is now. */
export const templateVersionQuery = (slug: string, number: number, against: number | undefined) =>
  queryOptions({
    queryKey: [...templatesKey, slug, 'versions', number, against],
    queryFn: ({ signal }) =>
      call(getTemplateVersion, { params: { id: slug, number }, query: against === undefined ? {} : { against } }, { signal }),
  })

export const templateTranslationsQuery = (slug: string) =>
  queryOptions({
    queryKey: [...templatesKey, slug, 'translations'],
    queryFn: ({ signal }) => call(listTemplateTranslations, { params: { id: slug } }, { signal }),
  })

export const eventsQuery = queryOptions({
  queryKey: [...mappingsKey, 'events'],
  queryFn: ({ signal }) => call(listAvailableEvents, undefined, { signal }),
})

export const mappingsQuery = queryOptions({
  queryKey: [...mappingsKey, 'list'],
  queryFn: ({ signal }) => call(listMappings, undefined, { signal }),
})

export const mailProvidersQuery = queryOptions({
  queryKey: ['admin', 'email', 'providers', 'list'],
  queryFn: ({ signal }) => call(listProviders, undefined, { signal }),
})
