import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { putTemplateTranslation, type TemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import type { Template } from '@twofold/contract/mail-design/templates'
import { useState } from 'react'
import { PageForm } from '../../kits/PageForm.tsx'
import { useSentForm } from '../../kits/use-sent-form.ts'
import { call } from '../../lib/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FailureAlert } from '../../ui/FailureAlert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { CodeEditor } from '../../ui/CodeEditor.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { longToast } from '../../ui/toast-options.ts'
import { ConflictNotice } from './ConflictNotice.tsx'
import { templatesKey } from '../../lib/templates-key.ts'
import { templateTranslationsQuery } from './templates.ts'
import { isConflict } from './use-template-edit.ts'

type TranslationFormProps = {
  template: Template
  language: string
  title: string
  written: TemplateTranslation | undefined
  onClose: () => void
}

/** A template in one other language, beginning with the template itself. */
export function TranslationForm({ template, language, title, written, onClose }: TranslationFormProps) {
  const { t } = useLingui()
  const { form, failure, isConflicting, overwrite, discard } = useTranslation({ template, language, written, onClose })
  const html = form.field('html_content')
  return (
    <Panel title={title}>
      <PageForm form={form} className="grid gap-4">
        {isConflicting && written && (
          <ConflictNotice
            theirs={[written.subject, written.html_content, written.text_content ?? ''].join('\n\n').trim()}
            pending={form.isPending}
            onOverwrite={overwrite}
            onDiscard={discard}
          />
        )}
        <FailureAlert>{failure}</FailureAlert>
        {written?.is_outdated && (
          <Alert type="warning">
            <Trans>The template has changed since this translation was written. Saving marks it as up to date.</Trans>
          </Alert>
        )}
        <TextField label={t`Subject`} maxLength={500} lang={language} help={template.subject} {...form.field('subject')} />
        <CodeEditor
          label={t`HTML content`}
          language="html"
          rows={14}
          variables={template.variables}
          value={form.watch('html_content')}
          onChange={(typed) => form.setValue('html_content', typed, { shouldDirty: true })}
          error={html.error}
        />
        <TextArea
          label={t`Text content`}
          mono
          rows={5}
          lang={language}
          help={t`Empty: made from the HTML.`}
          {...form.field('text_content')}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" pending={form.isPending} pendingLabel={t`Saving...`}>
            <Trans>Save translation</Trans>
          </Button>
          <CancelButton />
        </div>
      </PageForm>
    </Panel>
  )
}

type Content = Pick<TemplateTranslation, 'subject' | 'html_content' | 'text_content'>

const contentOf = ({ subject, html_content: html, text_content: text }: Content) => ({
  subject,
  html_content: html,
  text_content: text ?? '',
})

/** A translation as it is typed, and the ways to save it: over what it began with, or over what somebody else has saved since. */
function useTranslation({ template, language, written, onClose }: Omit<TranslationFormProps, 'title'>) {
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
