import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type AuditStream, changeStream, createStream, type StreamKind, streamKinds } from '@twofold/contract/admin/streams'
import { type FormEvent, useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FailureAlert } from '../../ui/FailureAlert.tsx'
import { Button } from '../../ui/Button.tsx'
import { SubmitButtons } from '../../ui/SubmitButtons.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { emptyFields, fieldsOf, targetOf } from './stream-form.ts'
import { StreamTargetFields } from './StreamTargetFields.tsx'
import { streamsKey } from './streams.ts'
import { useStreamKinds } from './use-stream-kinds.ts'

/** Adds a stream, or changes the one that is given. A signing secret is shown once, before the dialog closes. */
export function StreamDialog({ stream, onClose }: { stream?: AuditStream; onClose: () => void }) {
  const { t } = useLingui()
  const kinds = useStreamKinds()
  const [kind, setKind] = useState<StreamKind>(stream?.kind ?? 'syslog')
  const [name, setName] = useState(stream?.name ?? '')
  const [from, setFrom] = useState<'now' | 'beginning'>('now')
  const [fields, setFields] = useState(() => (stream ? fieldsOf(stream.target) : emptyFields))
  const [isTouched, setTouched] = useState(false)
  const save = useSaveStream(stream, onClose)
  const secret = save.data ?? undefined
  useUnsavedChanges(isTouched || secret !== undefined)
  const said = save.error instanceof ApiError ? save.error.errors : {}
  const errors = Object.fromEntries(Object.entries(said).map(([field, [first]]) => [field.replace(/^target\./, ''), first]))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (secret === undefined) save.mutate({ kind, name, from, fields })
    else onClose()
  }
  return (
    <Dialog
      title={stream === undefined ? t`Add stream` : t`Edit stream`}
      onClose={onClose}
      onSubmit={submit}
      pending={save.isPending}
      footer={
        secret !== undefined ? (
          <Button type="submit" variant="primary">
            <Trans>Done</Trans>
          </Button>
        ) : (
          <SubmitButtons pending={save.isPending}>{stream === undefined ? t`Add stream` : t`Save changes`}</SubmitButtons>
        )
      }
    >
      {secret !== undefined ? (
        <SigningSecret secret={secret} />
      ) : (
        <div className="grid gap-4" onChange={() => setTouched(true)}>
          <FailureAlert>
            {save.error && Object.keys(errors).length === 0 && failureMessage(save.error, t`The stream could not be saved`)}
          </FailureAlert>
          <Alert type="info">
            <Trans>The audit log holds names, addresses and acts. Every administrator is notified of this stream.</Trans>
          </Alert>
          {stream === undefined && (
            <Select
              label={t`Receiver`}
              value={kind}
              onChange={({ target }) => setKind(streamKinds.find((one) => one === target.value) ?? 'syslog')}
              options={streamKinds.map((value) => ({ value, label: kinds[value] }))}
            />
          )}
          <TextField
            label={t`Name`}
            value={name}
            error={errors['name']}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
          <StreamTargetFields kind={kind} fields={fields} errors={errors} hasSecret={stream !== undefined} onChange={setFields} />
          {stream === undefined && (
            <Select
              label={t`Begin with`}
              value={from}
              onChange={({ target }) => setFrom(target.value === 'beginning' ? 'beginning' : 'now')}
              options={[
                { value: 'now', label: t`What happens from now on` },
                { value: 'beginning', label: t`The first row of the audit log` },
              ]}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

interface StreamDraft {
  kind: StreamKind
  name: string
  from: 'now' | 'beginning'
  fields: typeof emptyFields
}

/** Answers the signing secret, where there is one to be shown. */
function useSaveStream(stream: AuditStream | undefined, onClose: () => void) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ kind, name, from, fields }: StreamDraft) => {
      const target = targetOf(kind, fields)
      if (stream === undefined) return (await call(createStream, { body: { name, from, target } })).signing_secret
      await call(changeStream, { params: { id: stream.id }, body: { name, is_active: stream.is_active, target } })
      return null
    },
    onSuccess: (secret) => {
      if (secret === null) {
        toast.success(stream === undefined ? t`The stream is added.` : t`The stream is saved.`)
        onClose()
      }
      return client.invalidateQueries({ queryKey: streamsKey })
    },
  })
}

function SigningSecret({ secret }: { secret: string }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-4">
      <TextField label={t`Signing secret`} readOnly mono value={secret} end={<CopyButton text={secret}>{t`Copy`}</CopyButton>} />
      <Alert type="warning">
        <Trans>The receiver checks signatures with this secret (Standard Webhooks). You won’t see it again.</Trans>
      </Alert>
    </div>
  )
}
