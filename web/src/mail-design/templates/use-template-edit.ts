import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { changeTemplateField, type EditableField } from '@twofold/contract/mail-design/template-changes'
import { useAct } from '../../kits/use-act.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { longToast } from '../../ui/toast-options.ts'
import { templatesKey } from '../../lib/templates-key.ts'
import { templateQuery, templateVersionsQuery } from './templates.ts'

/** A draft, and the text it started from. */
export type Draft = { text: string; base: string; version: number }

/**
 * The version that a draft is a change of. As long as its own field says what it said in the beginning, that is the present one: other
 * fields may have been saved meanwhile, by the same person too.
 */
export const versionFor = ({ base, version }: Omit<Draft, 'text'>, stored: string, present: number) => (stored === base ? present : version)

type Edit = { field: EditableField; value: string; version: number }

/** Saves one field of a template, unless somebody else has changed the template since `version`: then its new state is fetched, and `isConflict` says so. */
export function useTemplateEdit(slug: string) {
  const { t } = useLingui()
  const client = useQueryClient()
  const failures: Record<EditableField, (reason: string) => string> = {
    description: (reason) => t`Failed to update description: ${reason}`,
    subject: (reason) => t`Failed to update subject: ${reason}`,
    html_content: (reason) => t`Failed to update HTML content: ${reason}`,
    text_content: (reason) => t`Failed to update text content: ${reason}`,
  }
  const edit = useAct({
    send: ({ field, value, version }: Edit) => call(changeTemplateField, { params: { id: slug }, body: { field, value, version } }),
    failed: (reason, { field }) => failures[field](reason),
    renews: [templateVersionsQuery(slug).queryKey, [...templatesKey, 'list']],
    ...longToast,
    onAnswer: ({ template, success }) => client.setQueryData(templateQuery(slug).queryKey, { success, template }),
    onRefused: (error) => isConflict(error) && client.invalidateQueries({ queryKey: templateQuery(slug).queryKey }),
  })
  return { ...edit, isConflict: isConflict(edit.error) }
}

/** Somebody else was faster. */
export const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'email.template_changed'
