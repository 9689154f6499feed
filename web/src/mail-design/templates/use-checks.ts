import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { checkDraft } from '@twofold/contract/mail-design/template-previews'
import type { Template } from '@twofold/contract/mail-design/templates'
import { queryOf } from '../../lib/query-of.ts'
import { useSettledValue } from './use-settled-value.ts'

/** Milliseconds without a key after which a draft is looked at. */
const pause = 400

/** Problems of a drafted template, including mail programs' limitations. */
export function useChecks(template: Template, drafted: { subject: string; html_content: string; text_content: string }) {
  const subject = useSettledValue(drafted.subject, pause)
  const html = useSettledValue(drafted.html_content, pause)
  const text = useSettledValue(drafted.text_content, pause)
  const body = { subject, html_content: html, text_content: text, theme: template.theme_slug, template: template.slug }
  return useQuery({
    ...queryOf(['admin', 'email', 'check', body], checkDraft, { body }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}
