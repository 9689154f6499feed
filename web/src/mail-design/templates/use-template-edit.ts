import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeTemplateField, type EditableField } from '@twofold/contract/mail-design/template-changes'
import { ApiError, failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { toast } from '../../ui/toast.ts'
import { emailToast } from '../toast-options.ts'
import { templateQuery, templatesKey, templateVersionsQuery } from './templates.ts'

/** What somebody is changing, and what it was when they began. */
export type Draft = { text: string; base: string; version: number }

/**
 * The version that a draft is a change of. As long as its own field says what it said in the beginning, that is the present one: other
 * fields may have been saved meanwhile, by the same person too.
 */
export const versionFor = ({ base, version }: Draft, stored: string, present: number) => (stored === base ? present : version)

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
  const edit = useMutation({
    mutationFn: ({ field, value, version }: Edit) => call(changeTemplateField, { params: { id: slug }, body: { field, value, version } }),
    onSuccess: async ({ message, template, success }) => {
      toast.success(message, emailToast)
      client.setQueryData(templateQuery(slug).queryKey, { success, template })
      await client.invalidateQueries({ queryKey: templateVersionsQuery(slug).queryKey })
      await client.invalidateQueries({ queryKey: [...templatesKey, 'list'] })
    },
    onError: async (error, { field }) => {
      const reason = failureMessage(error, t`The server cannot be reached. Check your connection and try again.`)
      toast.error(failures[field](reason), emailToast)
      if (isConflict(error)) await client.invalidateQueries({ queryKey: templateQuery(slug).queryKey })
    },
  })
  return { ...edit, isConflict: isConflict(edit.error) }
}

/** Somebody else was faster. */
export const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'email.template_changed'
