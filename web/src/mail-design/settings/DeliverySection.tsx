import type { ComponentProps } from 'react'
import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { SettingsForm } from './use-settings-form.ts'
import { FieldGrid } from '../../ui/FieldGrid.tsx'

/** Sender, tracking and retention of e-mail. */
export function DeliverySection({ form: { field } }: { form: SettingsForm }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Sender and Retention`}>
      <div className="grid gap-5">
        <FieldGrid by="pairs">
          <TextField label={t`Sender name`} {...field('sender.from_name')} help={t`Where a provider says nothing else.`} />
          <TextField label={t`Sender address`} type="email" {...field('sender.from_email')} help={t`Empty: that of the installation.`} />
        </FieldGrid>
        <TextField
          label={t`Reply-To address`}
          type="email"
          {...field('sender.reply_to')}
          help={t`Where replies go. Empty: to the address that the e-mail is from.`}
        />
        <Checkbox
          label={t`Track opens and clicks`}
          description={t`Never in security and system e-mails.`}
          {...field('track_opens_and_clicks')}
        />
        <FieldGrid by="pairs">
          <Days label={t`Keep logs for`} {...field('retention_days')} />
          <Days label={t`Keep contents for`} {...field('body_retention_days')} />
        </FieldGrid>
      </div>
    </Panel>
  )
}

function Days(field: ComponentProps<typeof TextField>) {
  const { t } = useLingui()
  return <TextField {...field} type="number" inputMode="numeric" min={1} max={3650} note={t`days`} help={t`From 1 to 3650.`} />
}
