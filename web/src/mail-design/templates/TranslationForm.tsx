import { Trans, useLingui } from '@lingui/react/macro'
import type { TemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import type { Template } from '@twofold/contract/mail-design/templates'
import type { FormEvent } from 'react'
import { failureMessage } from '../../lib/api-error.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FailureAlert } from '../../ui/FailureAlert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { CodeEditor } from '../../ui/CodeEditor.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import { isConflict } from './use-template-edit.ts'
import { useTranslation } from './use-translation.ts'

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
  const { fields, setFields, save, errors, hasPlace, saveTyped, overwrite, discard } = useTranslation({
    template,
    language,
    written,
    onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saveTyped()
  }
  return (
    <Panel title={title}>
      <form className="grid gap-4" noValidate onSubmit={submit}>
        {isConflict(save.error) && written && (
          <ConflictNotice
            theirs={[written.subject, written.html_content, written.text_content ?? ''].join('\n\n').trim()}
            pending={save.isPending}
            onOverwrite={overwrite}
            onDiscard={discard}
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
