import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { checkDraft } from '@twofold/contract/mail-design/template-previews'
import type { Template } from '@twofold/contract/mail-design/templates'
import { call } from '../../lib/call.ts'
import type { ContentDrafts } from './use-content-drafts.ts'
import { useSettledValue } from './use-settled-value.ts'

/** Milliseconds without a key after which a draft is looked at. */
const pause = 400

/** Problems of a drafted template, including mail programs' limitations. */
export function useChecks(template: Template, drafts: Pick<ContentDrafts, 'textOf'>) {
  const html = useSettledValue(drafts.textOf('html_content'), pause)
  const text = useSettledValue(drafts.textOf('text_content'), pause)
  const body = { subject: template.subject, html_content: html, text_content: text, theme: template.theme_slug, template: template.slug }
  return useQuery({
    queryKey: ['admin', 'email', 'check', body],
    queryFn: ({ signal }) => call(checkDraft, { body }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}
