import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { mailCategory } from '@twofold/contract/mail-design/mail-terms'
import { createTemplate } from '@twofold/contract/mail-design/template-changes'
import { useState } from 'react'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { CodeEditor } from '../../ui/CodeEditor.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { emailSettingsQuery } from '../settings/settings.ts'
import { longToast } from '../../ui/toast-options.ts'
import { PreviewDialog } from './PreviewDialog.tsx'
import { templatesKey } from '../../lib/templates-key.ts'
import { useMailCategoryLabels } from '../../lib/use-mail-labels.ts'

const texts = { name: '', subject: '', description: '', html_content: '', text_content: '' }
/** Undefined: as the settings have it. */
type Draft = typeof texts & { category: string | undefined; is_active: boolean | undefined }
/** Set by the person rather than by the settings. */
const typed = { shouldDirty: true, shouldValidate: true }
const empty: Draft = { ...texts, category: undefined, is_active: undefined }

const withDefaults = (
  { category, is_active: isActive, ...others }: Draft,
  defaults: { default_category: string; default_is_active: boolean } | undefined,
) => ({
  ...others,
  category: category ?? defaults?.default_category ?? '',
  is_active: isActive ?? defaults?.default_is_active ?? true,
})

export function CreateTemplateDialog({ categories, onClose }: { categories: Record<string, string>; onClose: () => void }) {
  const { t } = useLingui()
  const labels: Record<string, string> = useMailCategoryLabels()
  const { data: defaults } = useQuery(emailSettingsQuery)
  const [isPreviewing, setPreviewing] = useState(false)
  const form = useFormDialog({
    values: empty,
    send: (draft: Draft) => {
      const { category: chosen, ...others } = withDefaults(draft, defaults)
      const known = mailCategory.options.find((option) => option === chosen) ?? 'notification'
      return call(createTemplate, { body: { ...others, category: known } })
    },
    failed: t`Failed to create template`,
    renews: [templatesKey],
    ...longToast,
    onClose,
  })
  const fields = withDefaults(form.watch(), defaults)
  const { category } = fields
  const isMissing = fields.name.trim() === '' || fields.subject.trim() === '' || fields.html_content.trim() === ''
  const missing = isMissing ? t`Please fill in name, subject and HTML content first.` : undefined
  const uncategorised = category === '' ? t`Please choose a category first.` : undefined
  const { subject, html_content, text_content } = fields
  return (
    <>
      <FormDialog
        form={form}
        title={t`Create Template`}
        size="lg"
        submitLabel={<Trans>Create Template</Trans>}
        pendingLabel={t`Creating...`}
        disabledReason={missing ?? uncategorised}
        actions={
          <Button onPress={() => setPreviewing(true)} disabledReason={missing}>
            <Trans>Preview</Trans>
          </Button>
        }
      >
        <TextField label={t`Template Name *`} required maxLength={100} autoComplete="off" {...form.field('name')} />
        <Select
          label={t`Category *`}
          required
          value={category}
          error={form.field('category').error}
          onChange={({ target }) => form.setValue('category', target.value, typed)}
          options={[
            { value: '', label: t`Choose a category` },
            ...Object.entries(categories).map(([value, label]) => ({ value, label: labels[value] ?? label })),
          ]}
        />
        <TextField label={t`Subject *`} required maxLength={500} autoComplete="off" {...form.field('subject')} />
        <TextField label={t`Description`} maxLength={500} autoComplete="off" {...form.field('description')} />
        <CodeEditor
          label={t`HTML Content *`}
          language="html"
          rows={10}
          variables={{}}
          value={html_content}
          onChange={(value) => form.setValue('html_content', value, typed)}
          error={form.field('html_content').error}
        />
        <TextArea label={t`Text Content`} mono rows={5} help={t`Empty: made from the HTML.`} {...form.field('text_content')} />
        <Checkbox
          label={t`Active Template`}
          checked={fields.is_active}
          onChange={({ target }) => form.setValue('is_active', target.checked, typed)}
        />
      </FormDialog>
      {isPreviewing && (
        <PreviewDialog
          source={{ name: fields.name, draft: { subject, html_content, text_content } }}
          onClose={() => setPreviewing(false)}
        />
      )}
    </>
  )
}
