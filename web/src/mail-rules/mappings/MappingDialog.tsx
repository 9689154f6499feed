import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Mapping } from '@twofold/contract/mail-rules/mappings'
import { useWatch } from 'react-hook-form'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useMailCategoryLabels } from '../../lib/use-mail-labels.ts'
import { ConditionsFields } from './ConditionsFields.tsx'
import { parseConditions } from './mapping-draft.ts'
import { availableEventsQuery, mappingsQuery } from './mappings.ts'
import { useMappingForm } from './use-mapping-form.ts'

type MappingDialogProps = {
  stored?: Mapping
  /** Chosen already, where a template asked for its event. */
  templateSlug?: string | undefined
  onClose: () => void
}

/** Event, template, provider and conditions of a mapping. */
export function MappingDialog({ stored, templateSlug = '', onClose }: MappingDialogProps) {
  const { t } = useLingui()
  const categories: Record<string, string> = useMailCategoryLabels()
  const { data } = useQuery(mappingsQuery)
  const events = useQuery(availableEventsQuery)
  const form = useMappingForm({ stored, templateSlug, onClose })
  const shown = useWatch({ control: form.control })
  const conditions = form.field('conditions', (text) => {
    const parsed = parseConditions(text)
    if ('complaint' in parsed) return parsed.complaint === 'json' ? t`Invalid JSON in conditions field` : parsed.complaint
    return undefined
  })
  const isTaken = (name: string) => name !== stored?.event_name && (data?.mappings.some((one) => one.event_name === name) ?? false)
  return (
    <FormDialog
      form={{ ...form, failure: form.failure ?? (events.error && <Trans>Failed to load available events</Trans>) }}
      title={stored ? t`Edit Event Mapping` : t`Add Event Mapping`}
      size="lg"
      submitLabel={stored ? <Trans>Save Changes</Trans> : <Trans>Create Mapping</Trans>}
      pendingLabel={t`Saving...`}
    >
      <div className="grid gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Select
            label={t`Event`}
            {...form.field('event_name', (name) => (name === '' ? t`Please choose an event` : undefined))}
            value={shown.event_name}
            disabled={stored !== undefined}
            options={[
              { value: '', label: t`Choose an event` },
              ...(events.data ?? []).map(({ name, title }) => ({ value: name, label: `${title} (${name})`, disabled: isTaken(name) })),
            ]}
          />
          <Select
            label={t`Template`}
            {...form.field('template_slug', (slug) => (slug === '' ? t`Please choose a template` : undefined))}
            value={shown.template_slug}
            options={[
              { value: '', label: t`Choose a template` },
              ...(data?.templates ?? [])
                .map(({ slug, name, category }) => ({ value: slug, label: name, group: categories[category ?? ''] ?? t`Other` }))
                .toSorted((a, b) => a.group.localeCompare(b.group)),
            ]}
          />
        </div>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Select
            label={t`Provider`}
            {...form.field('provider_id')}
            value={shown.provider_id}
            options={[
              { value: '', label: t`Default Provider` },
              ...(data?.providers ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <TextField label={t`Description`} note={t`Optional`} {...form.field('description')} />
        </div>
        <Checkbox label={t`Active`} {...form.field('is_active')} />
        <ConditionsFields
          text={shown.conditions ?? ''}
          error={conditions.error}
          onChange={(text) => form.setValue('conditions', text, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
        />
      </div>
    </FormDialog>
  )
}
