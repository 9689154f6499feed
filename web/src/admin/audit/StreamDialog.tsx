import { Trans, useLingui } from '@lingui/react/macro'
import { type AuditStream, changeStream, createStream, type StreamKind, streamKinds } from '@twofold/contract/admin/streams'
import { useWatch } from 'react-hook-form'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Alert } from '../../ui/Alert.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Select } from '../../ui/Select.tsx'
import { longToast } from '../../ui/toast-options.ts'
import { TextField } from '../../ui/TextField.tsx'
import { emptyFields, fieldsOf, type StreamFields, targetOf } from './stream-form.ts'
import { StreamTargetFields } from './StreamTargetFields.tsx'
import { streamsKey } from './streams.ts'
import { useStreamKinds } from './use-stream-kinds.ts'

type StreamDraft = { kind: StreamKind; name: string; from: 'now' | 'beginning'; target: StreamFields }

/** Adds a stream, or changes the one that is given. A signing secret is shown once, before the dialog closes. */
export function StreamDialog({ stream, onClose }: { stream?: AuditStream; onClose: () => void }) {
  const { t } = useLingui()
  const kinds = useStreamKinds()
  const values: StreamDraft = {
    kind: stream?.kind ?? 'syslog',
    name: stream?.name ?? '',
    from: 'now',
    target: stream ? fieldsOf(stream.target) : emptyFields,
  }
  const form = useFormDialog({
    values,
    /** Answers the signing secret, where there is one to be shown. */
    send: async ({ kind, name, from, target: fields }: StreamDraft) => {
      const target = targetOf(kind, fields)
      if (stream === undefined) return (await call(createStream, { body: { name, from, target } })).signing_secret
      await call(changeStream, { params: { id: stream.id }, body: { name, is_active: stream.is_active, target } })
      return null
    },
    failed: t`The stream could not be saved`,
    said(_secret, { kind: added }) {
      if (stream !== undefined) return t`The stream is saved.`
      // An answer that is repeated, after the first one was lost, has no secrets; and one that comes after somebody closed the dialog is not shown.
      if (added === 'https')
        return {
          type: 'warning',
          message: t`The stream is added, but its signing secret could not be shown. Remove it, and add it again.`,
          ...longToast,
        }
      return t`The stream is added.`
    },
    renews: [streamsKey],
    stays: (secret) => secret !== null,
    onClose,
  })
  const kind = useWatch({ control: form.control, name: 'kind' })
  return (
    <FormDialog
      form={form}
      title={stream === undefined ? t`Add stream` : t`Edit stream`}
      submitLabel={stream === undefined ? t`Add stream` : t`Save changes`}
      done={form.answer && <SigningSecret secret={form.answer} />}
    >
      <Alert type="info">
        <Trans>The audit log holds names, addresses and acts. Every administrator is notified of this stream.</Trans>
      </Alert>
      {stream === undefined && (
        <Select label={t`Receiver`} {...form.field('kind')} options={streamKinds.map((value) => ({ value, label: kinds[value] }))} />
      )}
      <TextField label={t`Name`} autoComplete="off" {...form.field('name')} />
      <StreamTargetFields kind={kind} field={(name) => form.field(`target.${name}`)} hasSecret={stream !== undefined} />
      {stream === undefined && (
        <Select
          label={t`Begin with`}
          {...form.field('from')}
          options={[
            { value: 'now', label: t`What happens from now on` },
            { value: 'beginning', label: t`The first row of the audit log` },
          ]}
        />
      )}
    </FormDialog>
  )
}

function SigningSecret({ secret }: { secret: string }) {
  const { t } = useLingui()
  useUnsavedChanges(true, { isShownOnce: true })
  return (
    <div className="grid gap-4">
      <TextField label={t`Signing secret`} readOnly mono value={secret} end={<CopyButton text={secret}>{t`Copy`}</CopyButton>} />
      <Alert type="warning">
        <Trans>The receiver checks signatures with this secret (Standard Webhooks). You won’t see it again.</Trans>
      </Alert>
    </div>
  )
}
