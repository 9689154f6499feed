import { Trans, useLingui } from '@lingui/react/macro'
import { Panel } from '../../ui/Panel.tsx'
import { DaysSetting, HoursSetting } from './SettingFields.tsx'
import type { SettingsForm } from './use-settings-form.ts'
import { FieldGrid } from '../../ui/FieldGrid.tsx'

export function SessionsPanel({ form }: { form: SettingsForm }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Sessions`}>
      <p className="mb-4 text-text-2">
        <Trans>Shorter times also end sessions that are open now.</Trans>
      </p>
      <FieldGrid>
        <HoursSetting form={form} name="session_idle_hours" label={t`Idle time-out`} least={1} most={720} />
        <HoursSetting form={form} name="session_absolute_hours" label={t`Maximum length`} least={1} most={720} />
        <DaysSetting form={form} name="session_remember_days" label={t`With Remember me`} least={1} most={365} />
      </FieldGrid>
    </Panel>
  )
}
