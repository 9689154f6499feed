import { queryOptions } from '@tanstack/react-query'
import { getTemplateVersion, listTemplateTranslations, listTemplateVersions } from '@twofold/contract/mail-design/template-versions'
import { getTemplate, listTemplates } from '@twofold/contract/mail-design/templates'
import { call } from '../../lib/call.ts'

export const templatesKey = ['admin', 'email', 'templates'] as const

export const templatesQuery = queryOptions({
  queryKey: [...templatesKey, 'list'],
  queryFn: ({ signal }) => call(listTemplates, { query: {} }, { signal }),
})

export const templateQuery = (slug: string) =>
  queryOptions({
    queryKey: [...templatesKey, slug],
    queryFn: ({ signal }) => call(getTemplate, { params: { id: slug } }, { signal }),
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
