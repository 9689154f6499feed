import { useQueryClient } from '@tanstack/react-query'
import { putTemplateTranslation, type TemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import type { Template } from '@twofold/contract/mail-design/templates'
import { useEffect, useEffectEvent, useState } from 'react'
import { useAct } from '../../kits/use-act.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { longToast } from '../../ui/toast-options.ts'
import { templatesKey } from '../../lib/templates-key.ts'
import { templateTranslationsQuery } from './templates.ts'
import { isConflict } from './use-template-edit.ts'

type TranslationOptions = {
  template: Template
  language: string
  written: TemplateTranslation | undefined
  onClose: () => void
}

const contentOf = ({
  subject,
  html_content: html,
  text_content: text,
}: Pick<TemplateTranslation, 'subject' | 'html_content' | 'text_content'>) => ({
  subject,
  html_content: html,
  text_content: text ?? '',
})

/** A translation as it is typed, and the ways to save it: over what it began with, or over what somebody else has saved since. */
export function useTranslation({ template, language, written, onClose }: TranslationOptions) {
  const client = useQueryClient()
  const source = written ?? template
  const [start] = useState(contentOf(source))
  const [fields, setFields] = useState(start)
  const present = written?.updated_at ?? null
  /** Save time of the text that the form started from; null: the first of its language. */
  const [base, setBase] = useState(present)
  const save = useAct({
    send: (before: string | null) =>
      call(putTemplateTranslation, { params: { id: template.slug, language }, body: { ...fields, updated_at: before } }),
    failed: false,
    renews: [templatesKey],
    ...longToast,
    // Said together with what somebody else has saved.
    onRefused: (error) => isConflict(error) && client.invalidateQueries({ queryKey: templateTranslationsQuery(template.slug).queryKey }),
  })
  const isDirty =
    fields.subject !== start.subject || fields.html_content !== start.html_content || fields.text_content !== start.text_content
  useUnsavedChanges(isDirty && !save.isSuccess)
  const close = useEffectEvent(onClose)
  // Only once nothing is unsaved: otherwise leaving would ask.
  useEffect(() => {
    if (save.isSuccess) close()
  }, [save.isSuccess])
  const errors: Record<string, string[]> = save.error instanceof ApiError ? save.error.errors : {}
  const hasPlace = Object.keys(errors).some((field) => field in fields)
  return {
    fields,
    setFields,
    save,
    errors,
    hasPlace,
    saveTyped: () => save.mutate(base),
    overwrite: () => save.mutate(present),
    /** Goes on with what somebody else has saved. */
    discard() {
      if (!written) return
      setFields(contentOf(written))
      setBase(present)
      save.reset()
    },
  }
}
