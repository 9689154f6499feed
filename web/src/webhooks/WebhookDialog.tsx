import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addWebhook, changeWebhook, webhookEventNames } from '@twofold/contract/webhooks'
import type { Webhook, WebhookEvent } from '@twofold/contract/webhooks'
import { type FormEvent, useState } from 'react'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { CancelButton } from '../ui/CancelButton.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'
import type { MadeWebhook } from './WebhookSecretDialog.tsx'
import { webhooksKey } from './webhooks.ts'

type WebhookDialogProps = {
  /** Absent: a new one is added. */
  webhook?: Webhook
  onClose: () => void
  /** Of a new one: what its receiver needs. */
  onMade: (made: MadeWebhook) => void
}

export function WebhookDialog({ webhook, onClose, onMade }: WebhookDialogProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [name, setName] = useState(webhook?.name ?? '')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [ca, setCa] = useState(webhook?.ca ?? '')
  const [signature, setSignature] = useState<'v1' | 'v1a'>('v1a')
  const [chosen, setChosen] = useState<readonly WebhookEvent[]>(webhook?.event_types ?? [])
  const [isTouched, setTouched] = useState(false)
  const save = useMutation({
    mutationFn: async () => {
      const fields = { name, url, ca, event_types: [...chosen] }
      if (webhook === undefined) return call(addWebhook, { body: { ...fields, signature } })
      await call(changeWebhook, { params: { id: webhook.id }, body: { ...fields, is_active: webhook.is_active } })
      return undefined
    },
    onSuccess: (made) => {
      if (made === undefined) {
        toast.success(t`The endpoint is saved.`)
        onClose()
      } else onMade(made)
      return client.invalidateQueries({ queryKey: webhooksKey })
    },
  })
  useUnsavedChanges(isTouched)
  const said = save.error instanceof ApiError ? save.error.errors : {}
  const errorOf = (field: string) => said[field]?.[0]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const toggle = (type: WebhookEvent, isChosen: boolean) =>
    setChosen((before) => (isChosen ? [...before, type] : before.filter((one) => one !== type)))
  return (
    <Dialog
      title={webhook === undefined ? t`Add endpoint` : t`Edit endpoint`}
      onClose={onClose}
      onSubmit={submit}
      pending={save.isPending}
      footer={
        <>
          <CancelButton />
          <Button type="submit" variant="primary" pending={save.isPending}>
            {webhook === undefined ? t`Add endpoint` : t`Save changes`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4" onChange={() => setTouched(true)}>
        {save.error && Object.keys(said).length === 0 && (
          <Alert type="error" announce>
            {failureMessage(save.error, t`The endpoint could not be saved`)}
          </Alert>
        )}
        <Alert type="info">
          <Trans>Messages have ids and no names, codes or tokens. Every administrator is notified of this endpoint.</Trans>
        </Alert>
        <TextField
          label={t`Name`}
          value={name}
          error={errorOf('name')}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label={t`Address`}
          type="url"
          value={url}
          error={errorOf('url')}
          help={t`Begins with https://. Hosts in your own network are listed in OUTBOUND_ALLOW.`}
          autoComplete="off"
          onChange={({ target }) => setUrl(target.value)}
        />
        <fieldset className="ui-field">
          <legend className="ui-legend">
            <Trans>Events</Trans>
          </legend>
          {webhookEventNames.map((type) => (
            <Checkbox
              key={type}
              label={<span className="font-code">{type}</span>}
              checked={chosen.includes(type)}
              onChange={({ target }) => toggle(type, target.checked)}
            />
          ))}
          {errorOf('event_types') !== undefined && (
            <Alert type="error" announce>
              {errorOf('event_types')}
            </Alert>
          )}
        </fieldset>
        {webhook === undefined && (
          <Select
            label={t`Signature`}
            value={signature}
            onChange={({ target }) => setSignature(target.value === 'v1' ? 'v1' : 'v1a')}
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
          value={ca}
          error={errorOf('ca')}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setCa(target.value)}
        />
      </div>
    </Dialog>
  )
}
