import { Trans, useLingui } from '@lingui/react/macro'
import { addWebhook, changeWebhook, type Webhook, type WebhookEvent, webhookEventNames } from '@twofold/contract/webhooks'
import { FormDialog } from '../kits/FormDialog.tsx'
import { useFormDialog } from '../kits/use-form-dialog.ts'
import { call } from '../lib/call.ts'
import { Alert } from '../ui/Alert.tsx'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { MadeWebhook } from './WebhookSecretDialog.tsx'
import { webhooksKey } from './webhooks.ts'

type Draft = { name: string; url: string; ca: string; signature: 'v1' | 'v1a'; event_types: WebhookEvent[] }

type WebhookDialogProps = {
  /** Absent: a new one is added. */
  webhook?: Webhook
  onClose: () => void
  /** For a new one: gets what its receiver needs. */
  onMade: (made: MadeWebhook) => void
}

export function WebhookDialog({ webhook, onClose, onMade }: WebhookDialogProps) {
  const { t } = useLingui()
  const values: Draft = {
    name: webhook?.name ?? '',
    url: webhook?.url ?? '',
    ca: webhook?.ca ?? '',
    signature: 'v1a',
    event_types: webhook?.event_types ?? [],
  }
  const form = useFormDialog({
    values,
    send: async ({ signature, ...fields }: Draft) => {
      if (webhook === undefined) return call(addWebhook, { body: { ...fields, signature } })
      await call(changeWebhook, { params: { id: webhook.id }, body: { ...fields, is_active: webhook.is_active } })
      return undefined
    },
    failed: t`The endpoint could not be saved`,
    said: (made) => made === undefined && t`The endpoint is saved.`,
    renews: [webhooksKey],
    onDone: (made) => made && onMade(made),
    onClose,
  })
  const { error: eventsError, ...events } = form.field('event_types')
  return (
    <FormDialog
      form={form}
      title={webhook === undefined ? t`Add endpoint` : t`Edit endpoint`}
      submitLabel={webhook === undefined ? t`Add endpoint` : t`Save changes`}
    >
      <Alert type="info">
        <Trans>Messages have ids and no names, codes or tokens. Every administrator is notified of this endpoint.</Trans>
      </Alert>
      <TextField label={t`Name`} maxLength={100} autoComplete="off" {...form.field('name')} />
      <TextField
        label={t`Address`}
        type="url"
        help={t`Begins with https://. Hosts in your own network are listed in OUTBOUND_ALLOW.`}
        autoComplete="off"
        {...form.field('url')}
      />
      <fieldset className="ui-field">
        <legend className="ui-legend">
          <Trans>Events</Trans>
        </legend>
        {webhookEventNames.map((type) => (
          <Checkbox key={type} label={<span className="font-code">{type}</span>} value={type} {...events} />
        ))}
        <FailureAlert>{eventsError}</FailureAlert>
      </fieldset>
      {webhook === undefined && (
        <Select
          label={t`Signature`}
          {...form.field('signature')}
          options={[
            { value: 'v1a', label: t`By a key of ours (v1a, recommended)` },
            { value: 'v1', label: t`By a shared secret (v1)` },
          ]}
        />
      )}
      <TextArea
        label={t`Certificate authority`}
        hint={t`Optional`}
        help={t`In PEM format, trusted instead of the public ones.`}
        mono
        rows={3}
        autoComplete="off"
        spellCheck={false}
        {...form.field('ca')}
      />
    </FormDialog>
  )
}
