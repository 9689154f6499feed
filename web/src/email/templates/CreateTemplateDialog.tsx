import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mailCategory } from '@twofold/contract/email/logs'
import { createTemplate } from '@twofold/contract/email/template-changes'
import { type FormEvent, useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { randomId } from '../../lib/random-id.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { CodeEditor } from '../../ui/CodeEditor.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { emailSettingsQuery } from '../settings/settings.ts'
import { emailToast } from '../toast-options.ts'
import { PreviewDialog } from './PreviewDialog.tsx'
import { templatesKey } from './templates.ts'
import { useMailCategoryLabels } from '../logs/mail-words.ts'

const empty = { name: '', subject: '', description: '', html_content: '', text_content: '' }
type Field = keyof typeof empty

export function CreateTemplateDialog({ categories, onClose }: { categories: Record<string, string>; onClose: () => void }) {
  const { t } = useLingui()
  const labels: Record<string, string> = useMailCategoryLabels()
  const client = useQueryClient()
  const { data: defaults } = useQuery(emailSettingsQuery)
  const [fields, setFields] = useState(empty)
  const [chosen, setChosen] = useState<{ category?: string; isActive?: boolean }>({})
  const [isPreviewing, setPreviewing] = useState(false)
  const [idempotencyKey] = useState(randomId)
  const category = chosen.category ?? defaults?.default_category ?? ''
  const isActive = chosen.isActive ?? defaults?.default_is_active ?? true
  useUnsavedChanges(Object.values(fields).some((value) => value !== ''))

  const create = useMutation({
    mutationFn: () => {
      const known = mailCategory.options.find((option) => option === category) ?? 'notification'
      return call(createTemplate, { body: { ...fields, category: known, is_active: isActive } }, { idempotencyKey })
    },
    onSuccess: async ({ message }) => {
      toast.success(message, emailToast)
      onClose()
      await client.invalidateQueries({ queryKey: templatesKey })
    },
  })
  const errors: Record<string, string[]> = create.error instanceof ApiError ? create.error.errors : {}
  const hasOwnPlace = Object.keys(errors).some((field) => field in fields)
  const isMissing = fields.name.trim() === '' || fields.subject.trim() === '' || fields.html_content.trim() === ''
  const missing = isMissing ? t`Please fill in name, subject and HTML content first.` : undefined
  const uncategorised = category === '' ? t`Please choose a category first.` : undefined
  const set = (field: Field) => (event: { target: { value: string } }) => setFields({ ...fields, [field]: event.target.value })
  const { subject, html_content, text_content } = fields
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!missing && !uncategorised) create.mutate()
  }
  const bound = (field: Field) => ({ value: fields[field], onChange: set(field), error: errors[field]?.[0] })
  return (
    <>
      <Dialog
        title={t`Create Template`}
        size="lg"
        onClose={onClose}
        onSubmit={submit}
        pending={create.isPending}
        footer={
          <>
            <CancelButton />
            <Button onPress={() => setPreviewing(true)} disabledReason={missing}>
              <Trans>Preview</Trans>
            </Button>
            <Button
              type="submit"
              variant="primary"
              pending={create.isPending}
              pendingLabel={t`Creating...`}
              disabledReason={missing ?? uncategorised}
            >
              <Trans>Create Template</Trans>
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          {create.error && !hasOwnPlace && (
            <Alert type="error" announce>
              {failureMessage(create.error, t`Failed to create template`)}
            </Alert>
          )}
          <TextField label={t`Template Name *`} required maxLength={100} autoComplete="off" {...bound('name')} />
          <Select
            label={t`Category *`}
            required
            value={category}
            error={errors['category']?.[0]}
            onChange={({ target }) => setChosen({ ...chosen, category: target.value })}
            options={[
              { value: '', label: t`Choose a category` },
              ...Object.entries(categories).map(([value, label]) => ({ value, label: labels[value] ?? label })),
            ]}
          />
          <TextField label={t`Subject *`} required maxLength={500} autoComplete="off" {...bound('subject')} />
          <TextField label={t`Description`} maxLength={500} autoComplete="off" {...bound('description')} />
          <CodeEditor
            label={t`HTML Content *`}
            language="html"
            rows={10}
            variables={{}}
            value={fields.html_content}
            onChange={(value) => setFields((before) => ({ ...before, html_content: value }))}
            error={errors['html_content']?.[0]}
          />
          <TextArea label={t`Text Content`} mono rows={5} help={t`Empty: made from the HTML.`} {...bound('text_content')} />
          <Checkbox
            label={t`Active Template`}
            checked={isActive}
            onChange={({ target }) => setChosen({ ...chosen, isActive: target.checked })}
          />
        </div>
      </Dialog>
      {isPreviewing && (
        <PreviewDialog
          source={{ name: fields.name, draft: { subject, html_content, text_content } }}
          onClose={() => setPreviewing(false)}
        />
      )}
    </>
  )
}
