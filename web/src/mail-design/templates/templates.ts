import { getTemplateVersion, listTemplateTranslations, listTemplateVersions } from '@twofold/contract/mail-design/template-versions'
import { getTemplate, listTemplates } from '@twofold/contract/mail-design/templates'
import { templatesKey } from '../../lib/templates-key.ts'
import { queryOf } from '../../lib/query-of.ts'

export const templatesQuery = queryOf([...templatesKey, 'list'], listTemplates, { query: {} })

export const templateQuery = (slug: string) => queryOf([...templatesKey, slug], getTemplate, { params: { id: slug } })

export const templateVersionsQuery = (slug: string) =>
  queryOf([...templatesKey, slug, 'versions'], listTemplateVersions, { params: { id: slug } })

/** A version compared with another, or with how the template is now. */
export const templateVersionQuery = (slug: string, number: number, against: number | undefined) =>
  queryOf([...templatesKey, slug, 'versions', number, against], getTemplateVersion, {
    params: { id: slug, number },
    query: against === undefined ? {} : { against },
  })

export const templateTranslationsQuery = (slug: string) =>
  queryOf([...templatesKey, slug, 'translations'], listTemplateTranslations, { params: { id: slug } })
