import { useLingui } from '@lingui/react/macro'
import type { EmailSettings } from '@twofold/contract/mail-design/settings'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { SettingsForm } from './use-settings-form.ts'
import { FieldGrid } from '../../ui/FieldGrid.tsx'

/** Sender, tracking and retention of e-mail. */
export function DeliverySection({ form: { values, change, errorOf } }: { form: SettingsForm }) {
  const { t } = useLingui()
  const setSender = (sender: Partial<EmailSettings['sender']>) => change({ sender: { ...values.sender, ...sender } })
  return (
    <Panel title={t`Sender and Retention`}>
      <div className="grid gap-5">
        <FieldGrid by="pairs">
          <TextField
            label={t`Sender name`}
            value={values.sender.from_name}
            help={t`Where a provider says nothing else.`}
            error={errorOf('sender.from_name')}
            onChange={({ target }) => setSender({ from_name: target.value })}
          />
          <TextField
            label={t`Sender address`}
            type="email"
            value={values.sender.from_email}
            help={t`Empty: that of the installation.`}
            error={errorOf('sender.from_email')}
            onChange={({ target }) => setSender({ from_email: target.value })}
          />
        </FieldGrid>
        <TextField
          label={t`Reply-To address`}
          type="email"
          value={values.sender.reply_to}
          help={t`Where replies go. Empty: to the address that the e-mail is from.`}
          error={errorOf('sender.reply_to')}
          onChange={({ target }) => setSender({ reply_to: target.value })}
        />
        <Checkbox
          label={t`Track opens and clicks`}
          description={t`Never in security and system e-mails.`}
          checked={values.track_opens_and_clicks}
          onChange={({ target }) => change({ track_opens_and_clicks: target.checked })}
        />
        <FieldGrid by="pairs">
          <Days
            label={t`Keep logs for`}
            value={values.retention_days}
            error={errorOf('retention_days')}
            onChange={(days) => change({ retention_days: days })}
          />
          <Days
            label={t`Keep contents for`}
            value={values.body_retention_days}
            error={errorOf('body_retention_days')}
            onChange={(days) => change({ body_retention_days: days })}
          />
        </FieldGrid>
      </div>
    </Panel>
  )
}

function Days({
  value,
  onChange,
  ...field
}: {
  label: string
  value: number
  error: string | undefined
  onChange: (days: number) => void
}) {
  const { t } = useLingui()
  return (
    <TextField
      {...field}
      type="number"
      inputMode="numeric"
      min={1}
      max={3650}
      note={t`days`}
      help={t`From 1 to 3650.`}
      value={value === 0 ? '' : value}
      onChange={({ target }) => onChange(target.value === '' ? 0 : Number(target.value))}
    />
  )
}
