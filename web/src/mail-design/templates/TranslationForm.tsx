import { Trans, useLingui } from '@lingui/react/macro'
import type { TemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import type { Template } from '@twofold/contract/mail-design/templates'
import { useRef } from 'react'
import { PageForm } from '../../kits/PageForm.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { FailureAlert } from '../../ui/FailureAlert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeEditor, type CodeEditorHandle } from '../../ui/CodeEditor.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ChecksPanel } from './ChecksPanel.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import { useChecks } from './use-checks.ts'
import { useTranslationForm } from './use-translation-form.ts'

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
  const { form, failure, isConflicting, overwrite, discard } = useTranslationForm({ template, language, written, onClose })
  const html = form.field('html_content')
  const checks = useChecks(template, form.watch())
  const editor = useRef<CodeEditorHandle>(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
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
          <TextField
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
            autoFocus
            label={t`Subject`}
            maxLength={500}
            lang={language}
            help={template.subject}
            {...form.field('subject')}
          />
          <CodeEditor
            ref={editor}
            label={t`HTML content`}
            language="html"
            rows={14}
            variables={template.variables}
            value={form.watch('html_content')}
            onChange={(typed) => form.setValue('html_content', typed, { shouldDirty: true })}
            problems={checks.data?.problems.filter((one) => one.field === 'html_content') ?? []}
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
            <Button onPress={onClose}>
              <Trans>Cancel</Trans>
            </Button>
          </div>
        </PageForm>
      </Panel>
      <ChecksPanel
        checks={checks}
        onGoTo={({ field, line, column }) => {
          if (field === 'html_content') editor.current?.goTo(line, column)
          else form.setFocus(field)
        }}
      />
    </div>
  )
}
