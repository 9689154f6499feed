import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { putTemplateTranslation, type TemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import type { Template } from '@twofold/contract/mail-design/templates'
import { useState } from 'react'
import { useSentForm } from '../../kits/use-sent-form.ts'
import { call } from '../../lib/call.ts'
import { templatesKey } from '../../lib/templates-key.ts'
import { longToast } from '../../ui/toast-options.ts'
import { templateTranslationsQuery } from './templates.ts'
import { isConflict } from './use-template-edit.ts'

type TranslationFormOptions = {
  template: Template
  language: string
  written: TemplateTranslation | undefined
  onClose: () => void
}

type Content = Pick<TemplateTranslation, 'subject' | 'html_content' | 'text_content'>

const contentOf = ({ subject, html_content: html, text_content: text }: Content) => ({
  subject,
  html_content: html,
  text_content: text ?? '',
})

/** A translation as it is typed, and the ways to save it: over what it began with, or over what somebody else has saved since. */
export function useTranslationForm({ template, language, written, onClose }: TranslationFormOptions) {
  const { t } = useLingui()
  const client = useQueryClient()
  /** Save time of what is stored; null: the first of its language. The form keeps that of the text it started from. */
  const present = written?.updated_at ?? null
  const [isConflicting, setConflicting] = useState(false)
  const form = useSentForm({
    values: { ...contentOf(written ?? template), updated_at: present },
    send: (body) => {
      setConflicting(false)
      return call(putTemplateTranslation, { params: { id: template.slug, language }, body })
    },
    failed: t`The translation could not be saved`,
    renews: [templatesKey],
    ...longToast,
    leaves: 'sent',
    onRefused(error) {
      setConflicting(isConflict(error))
      // Said together with what somebody else has saved.
      return isConflict(error) && client.invalidateQueries({ queryKey: templateTranslationsQuery(template.slug).queryKey })
    },
    onDone: onClose,
  })
  return {
    form,
    failure: isConflict(form.refusal) ? undefined : form.failure,
    isConflicting,
    overwrite: () => form.send({ ...form.getValues(), updated_at: present }),
    /** Goes on with what somebody else has saved. */
    discard() {
      if (!written) return
      form.reset({ ...contentOf(written), updated_at: present })
      setConflicting(false)
    },
  }
}
