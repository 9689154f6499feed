import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { putTemplateTranslation, type TemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import type { Template } from '@twofold/contract/mail-design/templates'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FailureAlert } from '../../ui/FailureAlert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { CodeEditor } from '../../ui/CodeEditor.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { emailToast } from '../toast-options.ts'
import { ConflictNotice } from './ConflictNotice.tsx'
import { templatesKey, templateTranslationsQuery } from './templates.ts'
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
  const client = useQueryClient()
  const source = written ?? template
  const contentOf = ({
    subject,
    html_content: html,
    text_content: text,
  }: Pick<TemplateTranslation, 'subject' | 'html_content' | 'text_content'>) => ({
    subject,
    html_content: html,
    text_content: text ?? '',
  })
  const [start] = useState(contentOf(source))
  const [fields, setFields] = useState(start)
  const present = written?.updated_at ?? null
  /** When what the form began with was saved; null: it is the first of its language. */
  const [base, setBase] = useState(present)
  const save = useMutation({
    mutationFn: (before: string | null) =>
      call(putTemplateTranslation, { params: { id: template.slug, language }, body: { ...fields, updated_at: before } }),
    onSuccess: async ({ message }) => {
      toast.success(message, emailToast)
      await client.invalidateQueries({ queryKey: templatesKey })
    },
    onError: async (error) => {
      if (isConflict(error)) await client.invalidateQueries({ queryKey: templateTranslationsQuery(template.slug).queryKey })
    },
  })
  const isDirty =
    fields.subject !== start.subject || fields.html_content !== start.html_content || fields.text_content !== start.text_content
  useUnsavedChanges(isDirty && !save.isSuccess)
  const close = useEffectEvent(onClose)
  // Once nothing is unsaved any more: leaving would ask otherwise.
  useEffect(() => {
    if (save.isSuccess) close()
  }, [save.isSuccess])
  const errors: Record<string, string[]> = save.error instanceof ApiError ? save.error.errors : {}
  const hasPlace = Object.keys(errors).some((field) => field in fields)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(base)
  }
  return (
    <Panel title={title}>
      <form className="grid gap-4" noValidate onSubmit={submit}>
        {isConflict(save.error) && written && (
          <ConflictNotice
            theirs={[written.subject, written.html_content, written.text_content ?? ''].join('\n\n').trim()}
            pending={save.isPending}
            onOverwrite={() => save.mutate(present)}
            onDiscard={() => {
              setFields(contentOf(written))
              setBase(present)
              save.reset()
            }}
          />
        )}
        <FailureAlert>
          {save.error && !hasPlace && !isConflict(save.error) && failureMessage(save.error, t`The translation could not be saved`)}
        </FailureAlert>
        {written?.is_outdated && (
          <Alert type="warning">
            <Trans>The template has changed since this translation was written. Saving marks it as up to date.</Trans>
          </Alert>
        )}
        <TextField
          label={t`Subject`}
          value={fields.subject}
          maxLength={500}
          lang={language}
          help={template.subject}
          error={errors['subject']?.[0]}
          onChange={({ target }) => setFields({ ...fields, subject: target.value })}
        />
        <CodeEditor
          label={t`HTML content`}
          language="html"
          rows={14}
          variables={template.variables}
          value={fields.html_content}
          onChange={(html) => setFields((before) => ({ ...before, html_content: html }))}
          error={errors['html_content']?.[0]}
        />
        <TextArea
          label={t`Text content`}
          mono
          rows={5}
          lang={language}
          value={fields.text_content}
          help={t`Empty: made from the HTML.`}
          error={errors['text_content']?.[0]}
          onChange={({ target }) => setFields({ ...fields, text_content: target.value })}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" pending={save.isPending} pendingLabel={t`Saving...`}>
            <Trans>Save translation</Trans>
          </Button>
          <CancelButton />
        </div>
      </form>
    </Panel>
  )
}
