import { Trans, useLingui } from '@lingui/react/macro'
import { Panel } from '../../ui/Panel.tsx'
import { DaysSetting } from './SettingFields.tsx'
import type { SettingsForm } from './use-settings-form.ts'
import { FieldGrid } from '../../ui/FieldGrid.tsx'

export function RetentionPanel({ form }: { form: SettingsForm }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Retention`}>
      <p className="mb-4 text-text-2">
        <Trans>Older entries are removed hourly. The audit log is kept for good; e-mails have their own settings.</Trans>
      </p>
      <FieldGrid>
        <DaysSetting form={form} name="activity_days" label={t`Activity of people`} least={7} most={3650} />
        <DaysSetting form={form} name="notification_days" label={t`Notifications of administrators`} least={7} most={3650} />
      </FieldGrid>
    </Panel>
  )
}
