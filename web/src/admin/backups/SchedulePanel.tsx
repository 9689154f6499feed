import './backups.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { backupFrequencies, type BackupSchedule, changeBackupSchedule } from '@twofold/contract/admin/backups'
import { type FormEvent, useState } from 'react'
import { useAct } from '../../kits/use-act.ts'
import { ApiError, failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FailureAlert } from '../../ui/FailureAlert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { backupsKey } from './backups.ts'

/** When backups are made by themselves, and how many stay. `files`: how many there are. */
export function SchedulePanel({ schedule, files }: { schedule: BackupSchedule; files: number }) {
  const { t } = useLingui()
  const [draft, setDraft] = useState<BackupSchedule>()
  const fields = draft ?? schedule
  const change = (part: Partial<BackupSchedule>) => setDraft({ ...fields, ...part })
  const isDirty = JSON.stringify(fields) !== JSON.stringify(schedule)
  useUnsavedChanges(isDirty)
  const save = useAct({
    send: () => call(changeBackupSchedule, { body: fields }),
    failed: false,
    renews: [backupsKey],
    onDone: () => setDraft(undefined),
  })
  const errors = save.error instanceof ApiError ? save.error.errors : undefined
  // The next one takes a place, too.
  const doomed = fields.keep < schedule.keep ? Math.max(0, files + 1 - fields.keep) : 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Panel title={t`Schedule`}>
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <ScheduleFields fields={fields} errors={errors} onChange={change} />
        <FailureAlert>
          {save.error && errors?.['keep'] === undefined && failureMessage(save.error, t`The schedule could not be saved`)}
        </FailureAlert>
        {doomed > 0 && (
          <Alert type="warning" announce>
            <Plural
              value={doomed}
              one="# backup is deleted for good once the next one is made."
              other="# backups are deleted for good once the next one is made."
            />
          </Alert>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" pending={save.isPending} disabledReason={isDirty ? undefined : t`Nothing has changed.`}>
            <Trans>Save schedule</Trans>
          </Button>
          {isDirty && (
            <Button onPress={() => setDraft(undefined)}>
              <Trans>Discard changes</Trans>
            </Button>
          )}
        </div>
      </form>
    </Panel>
  )
}

type ScheduleFieldsProps = {
  fields: BackupSchedule
  errors: Record<string, string[]> | undefined
  onChange: (part: Partial<BackupSchedule>) => void
}

function ScheduleFields({ fields, errors, onChange }: ScheduleFieldsProps) {
  const { t, i18n } = useLingui()
  const frequencies = { off: t`Manual only`, daily: t`Every day`, weekly: t`Every week` }
  const days = Array.from({ length: 7 }, (_, day) => i18n.date(new Date(Date.UTC(2026, 10, 1 + day)), { weekday: 'long', timeZone: 'UTC' }))
  return (
    <div className="backup-schedule">
      <Select
        label={t`How often`}
        value={fields.frequency}
        onChange={({ target }) => onChange({ frequency: backupFrequencies.find((one) => one === target.value) ?? 'off' })}
        options={backupFrequencies.map((value) => ({ value, label: frequencies[value] }))}
      />
      {fields.frequency === 'weekly' && (
        <Select
          label={t({ message: 'On', context: 'a day of the week' })}
          value={String(fields.weekday)}
          onChange={({ target }) => onChange({ weekday: Number(target.value) })}
          options={days.map((label, day) => ({ value: String(day), label }))}
        />
      )}
      {fields.frequency !== 'off' && (
        <Select
          label={t`At (UTC)`}
          value={String(fields.hour)}
          onChange={({ target }) => onChange({ hour: Number(target.value) })}
          options={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))}
        />
      )}
      <TextField
        label={t`Backups to keep`}
        type="number"
        inputMode="numeric"
        min={1}
        max={365}
        value={Number.isNaN(fields.keep) ? '' : String(fields.keep)}
        help={t`Older ones are deleted once a newer one is made and was read back.`}
        error={errors?.['keep']?.[0]}
        onChange={({ target }) => onChange({ keep: target.valueAsNumber })}
      />
    </div>
  )
}
