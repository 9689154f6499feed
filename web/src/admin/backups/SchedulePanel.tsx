import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { backupFrequencies, type BackupSchedule, changeBackupSchedule } from '@twofold/contract/admin/backups'
import { PageForm } from '../../kits/PageForm.tsx'
import { useSentForm } from '../../kits/use-sent-form.ts'
import { call } from '../../lib/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FailureAlert } from '../../ui/FailureAlert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { backupsKey } from './backups.ts'

/** Schedule of automatic backups, and how many are kept. `files`: present number. */
export function SchedulePanel({ schedule, files }: { schedule: BackupSchedule; files: number }) {
  const { t } = useLingui()
  const form = useSentForm({
    values: draftOf(schedule),
    stored: draftOf(schedule),
    send: (draft) => call(changeBackupSchedule, { body: scheduleOf(draft) }),
    failed: t`The schedule could not be saved`,
    renews: [backupsKey],
    leaves: 'sent',
  })
  const fields = form.watch()
  const { isDirty } = form.formState
  const keep = Number(fields.keep)
  // The next one takes a place, too.
  const doomed = keep < schedule.keep ? Math.max(0, files + 1 - keep) : 0
  return (
    <Panel title={t`Schedule`}>
      <PageForm form={form} className="grid gap-4">
        <ScheduleFields fields={fields} field={form.field} />
        <FailureAlert>{form.failure}</FailureAlert>
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
          <Button type="submit" variant="primary" pending={form.isPending} disabledReason={isDirty ? undefined : t`Nothing has changed.`}>
            <Trans>Save schedule</Trans>
          </Button>
          {isDirty && (
            <Button onPress={form.discard}>
              <Trans>Discard changes</Trans>
            </Button>
          )}
        </div>
      </PageForm>
    </Panel>
  )
}

type Draft = { frequency: string; weekday: string; hour: string; keep: string }

const draftOf = ({ frequency, weekday, hour, keep }: BackupSchedule): Draft => ({
  frequency,
  weekday: String(weekday),
  hour: String(hour),
  keep: String(keep),
})

const scheduleOf = ({ frequency, weekday, hour, keep }: Draft): BackupSchedule => ({
  frequency: backupFrequencies.find((one) => one === frequency) ?? 'off',
  weekday: Number(weekday),
  hour: Number(hour),
  keep: Number(keep),
})

type ScheduleFieldsProps = { fields: Draft; field: ReturnType<typeof useSentForm<Draft, unknown>>['field'] }

function ScheduleFields({ fields, field }: ScheduleFieldsProps) {
  const { t, i18n } = useLingui()
  const frequencies = { off: t`Manual only`, daily: t`Every day`, weekly: t`Every week` }
  const days = Array.from({ length: 7 }, (_, day) => i18n.date(new Date(Date.UTC(2026, 10, 1 + day)), { weekday: 'long', timeZone: 'UTC' }))
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] items-start gap-4">
      <Select
        label={t`How often`}
        {...field('frequency')}
        value={fields.frequency}
        options={backupFrequencies.map((value) => ({ value, label: frequencies[value] }))}
      />
      {fields.frequency === 'weekly' && (
        <Select
          label={t({ message: 'On', context: 'a day of the week' })}
          {...field('weekday')}
          value={fields.weekday}
          options={days.map((label, day) => ({ value: String(day), label }))}
        />
      )}
      {fields.frequency !== 'off' && (
        <Select
          label={t`At (UTC)`}
          {...field('hour')}
          value={fields.hour}
          options={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))}
        />
      )}
      <TextField
        label={t`Backups to keep`}
        type="number"
        inputMode="numeric"
        min={1}
        max={365}
        help={t`Older ones are deleted once a newer one is made and was read back.`}
        {...field('keep')}
      />
    </div>
  )
}
