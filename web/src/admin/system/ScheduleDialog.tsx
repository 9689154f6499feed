import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type listMaintenance, maintenanceMessageMax, scheduleMaintenance } from '@twofold/contract/admin/maintenance'
import type { CallResponse } from '@twofold/contract/endpoint'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { fromLocalInput, toLocalInput } from './local-time.ts'
import { maintenanceKeys } from './system.ts'

type ScheduleDialogProps = { reach: CallResponse<typeof listMaintenance>['reach']; onClose: () => void }

const minute = 60_000
/** Tomorrow at the next full hour: a day's notice suits everybody. */
const proposed = () => Math.ceil(Date.now() / (60 * minute)) * 60 * minute + 24 * 60 * minute

export function ScheduleDialog({ reach, onClose }: ScheduleDialogProps) {
  const { t } = useLingui()
  const form = useFormDialog({
    values: { begins: 'later', starts_at: toLocalInput(proposed()), ends_at: toLocalInput(proposed() + 30 * minute), message: '' },
    send: ({ begins, starts_at: from, ends_at: until, message }) =>
      call(scheduleMaintenance, {
        body: { starts_at: begins === 'now' ? null : (fromLocalInput(from) ?? ''), ends_at: fromLocalInput(until) ?? '', message },
      }),
    failed: t`The maintenance could not be scheduled`,
    renews: maintenanceKeys,
    onClose,
  })
  const begins = form.watch('begins')
  return (
    <FormDialog
      form={form}
      title={t`Schedule maintenance`}
      submitLabel={begins === 'now' ? <Trans>Begin and announce</Trans> : <Trans>Schedule and announce</Trans>}
      touches={[
        { count: reach.mailed, label: <Plural value={reach.mailed} one="person gets an e-mail now" other="people get an e-mail now" /> },
        { count: reach.shut_out, label: <Plural value={reach.shut_out} one="user cannot work" other="users cannot work" /> },
        { count: reach.sessions, label: <Plural value={reach.sessions} one="open session waits" other="open sessions wait" /> },
        {
          count: reach.administrators,
          label: <Plural value={reach.administrators} one="administrator goes on working" other="administrators go on working" />,
        },
      ]}
    >
      <Select
        label={t`Begins`}
        {...form.field('begins')}
        options={[
          { value: 'later', label: t`At a time` },
          { value: 'now', label: t`Now` },
        ]}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {begins === 'later' && <TextField label={t`From`} type="datetime-local" {...form.field('starts_at')} />}
        <TextField label={t`Until`} type="datetime-local" {...form.field('ends_at')} />
      </div>
      <TextArea
        label={t`Message`}
        note={t`Optional`}
        help={t`Shown in the e-mail, and on the screen that everybody sees meanwhile.`}
        maxLength={maintenanceMessageMax}
        {...form.field('message')}
      />
    </FormDialog>
  )
}
