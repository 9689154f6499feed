import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type listMaintenance, maintenanceMessageMax, scheduleMaintenance } from '@twofold/contract/admin/maintenance'
import type { CallResponse } from '@twofold/contract/endpoint'
import { type FormEvent, useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BlastRadius } from '../../ui/BlastRadius.tsx'
import { Button } from '../../ui/Button.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { fromLocalInput, toLocalInput } from './local-time.ts'
import { refreshMaintenance } from './system.ts'

type ScheduleDialogProps = { reach: CallResponse<typeof listMaintenance>['reach']; onClose: () => void }

const minute = 60_000
/** Tomorrow at this hour, whole: what is announced a day ahead surprises nobody. */
const proposed = () => Math.ceil(Date.now() / (60 * minute)) * 60 * minute + 24 * 60 * minute

export function ScheduleDialog({ reach, onClose }: ScheduleDialogProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [begins, setBegins] = useState<'now' | 'later'>('later')
  const [from, setFrom] = useState(() => toLocalInput(proposed()))
  const [until, setUntil] = useState(() => toLocalInput(proposed() + 30 * minute))
  const [message, setMessage] = useState('')
  useUnsavedChanges(message !== '')
  const save = useMutation({
    mutationFn: () =>
      call(scheduleMaintenance, {
        body: { starts_at: begins === 'now' ? null : (fromLocalInput(from) ?? ''), ends_at: fromLocalInput(until) ?? '', message },
      }),
    onSuccess: ({ message: said }) => {
      toast.success(said)
      onClose()
      return refreshMaintenance(client)
    },
  })
  const errors = save.error instanceof ApiError ? save.error.errors : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog
      title={t`Schedule maintenance`}
      onClose={onClose}
      onSubmit={submit}
      pending={save.isPending}
      footer={
        <>
          <CancelButton />
          <Button type="submit" variant="primary" pending={save.isPending}>
            {begins === 'now' ? <Trans>Begin and announce</Trans> : <Trans>Schedule and announce</Trans>}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {save.error && Object.keys(errors).length === 0 && (
          <Alert type="error" announce>
            {failureMessage(save.error, t`The maintenance could not be scheduled`)}
          </Alert>
        )}
        <Select
          label={t`Begins`}
          value={begins}
          onChange={({ target }) => setBegins(target.value === 'now' ? 'now' : 'later')}
          options={[
            { value: 'later', label: t`At a time` },
            { value: 'now', label: t`Now` },
          ]}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          {begins === 'later' && (
            <TextField
              label={t`From`}
              type="datetime-local"
              value={from}
              error={errors['starts_at']?.[0]}
              onChange={({ target }) => setFrom(target.value)}
            />
          )}
          <TextField
            label={t`Until`}
            type="datetime-local"
            value={until}
            error={errors['ends_at']?.[0]}
            onChange={({ target }) => setUntil(target.value)}
          />
        </div>
        <TextArea
          label={t`Message`}
          note={t`Optional`}
          help={t`Stands in the mail, and on the screen that everybody sees meanwhile.`}
          value={message}
          maxLength={maintenanceMessageMax}
          error={errors['message']?.[0]}
          onChange={({ target }) => setMessage(target.value)}
        />
        <BlastRadius
          label={t`What this touches`}
          facts={[
            { count: reach.mailed, label: <Plural value={reach.mailed} one="person is mailed now" other="people are mailed now" /> },
            { count: reach.shut_out, label: <Plural value={reach.shut_out} one="user cannot work" other="users cannot work" /> },
            { count: reach.sessions, label: <Plural value={reach.sessions} one="open session waits" other="open sessions wait" /> },
            {
              count: reach.administrators,
              label: <Plural value={reach.administrators} one="administrator goes on working" other="administrators go on working" />,
            },
          ]}
        />
      </div>
    </Dialog>
  )
}
