import './mappings.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Mapping } from '@twofold/contract/mail-rules/mappings'
import { failureMessage } from '../../lib/api-error.ts'
import { FailureAlert } from '../../ui/FailureAlert.tsx'
import { SubmitButtons } from '../../ui/SubmitButtons.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useMailCategoryLabels } from '../../mail-design/use-mail-labels.ts'
import { ConditionsFields } from './ConditionsFields.tsx'
import { availableEventsQuery, mappingsQuery } from './mappings.ts'
import { useMappingForm } from './use-mapping-form.ts'

type MappingDialogProps = {
  stored?: Mapping
  /** Chosen already, where a template asked for its event. */
  templateSlug?: string | undefined
  onClose: () => void
}

/** Which event is mailed by which template, through whom and under which conditions. */
export function MappingDialog({ stored, templateSlug = '', onClose }: MappingDialogProps) {
  const { t } = useLingui()
  const categories: Record<string, string> = useMailCategoryLabels()
  const { data } = useQuery(mappingsQuery)
  const events = useQuery(availableEventsQuery)
  const { values, change, errorOf, save, submit } = useMappingForm({ stored, templateSlug, onSaved: onClose })
  const reason = save.error === null ? '' : failureMessage(save.error, t`The server cannot be reached.`)
  const isTaken = (name: string) => name !== stored?.event_name && (data?.mappings.some((one) => one.event_name === name) ?? false)
  return (
    <Dialog
      title={stored ? t`Edit Event Mapping` : t`Add Event Mapping`}
      size="lg"
      onClose={onClose}
      onSubmit={submit}
      pending={save.isPending}
      footer={
        <SubmitButtons pending={save.isPending} pendingLabel={t`Saving...`}>
          {stored ? <Trans>Save Changes</Trans> : <Trans>Create Mapping</Trans>}
        </SubmitButtons>
      }
    >
      <div className="grid gap-5">
        <FailureAlert>
          {save.error && (stored ? t`Failed to update event mapping: ${reason}` : t`Failed to create event mapping: ${reason}`)}
        </FailureAlert>
        <FailureAlert>{events.isError && <Trans>Failed to load available events</Trans>}</FailureAlert>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Select
            label={t`Event`}
            value={values.event_name}
            error={errorOf('event_name')}
            disabled={stored !== undefined}
            onChange={({ target }) => change({ event_name: target.value })}
            options={[
              { value: '', label: t`Choose an event` },
              ...(events.data ?? []).map(({ name, title }) => ({ value: name, label: `${title} (${name})`, disabled: isTaken(name) })),
            ]}
          />
          <Select
            label={t`Template`}
            value={values.template_slug}
            error={errorOf('template_slug')}
            onChange={({ target }) => change({ template_slug: target.value })}
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
            value={values.provider_id}
            error={errorOf('provider_id')}
            onChange={({ target }) => change({ provider_id: target.value })}
            options={[
              { value: '', label: t`Default Provider` },
              ...(data?.providers ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <TextField
            label={t`Description`}
            note={t`Optional`}
            value={values.description}
            error={errorOf('description')}
            onChange={({ target }) => change({ description: target.value })}
          />
        </div>
        <Checkbox label={t`Active`} checked={values.is_active} onChange={({ target }) => change({ is_active: target.checked })} />
        <ConditionsFields text={values.conditions} error={errorOf('conditions')} onChange={(conditions) => change({ conditions })} />
      </div>
    </Dialog>
  )
}
