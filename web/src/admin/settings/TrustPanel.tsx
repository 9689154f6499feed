import { Trans, useLingui } from '@lingui/react/macro'
import { Panel } from '../../ui/Panel.tsx'
import { DaysSetting } from './SettingFields.tsx'
import type { SettingsForm } from './use-settings-form.ts'
import { FieldGrid } from '../../ui/FieldGrid.tsx'

export function TrustPanel({ form }: { form: SettingsForm }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Acts of administrators`}>
      <p className="mb-4 text-text-2">
        <Trans>
          When an administrator sets a user’s password, PIN or e-mail address, the account shows no codes until the user proves who they are
          or this time is over. The user is notified at once and can stop it.
        </Trans>
      </p>
      <FieldGrid>
        <DaysSetting form={form} name="quarantine_days" label={t`Waiting time`} least={1} most={7} />
      </FieldGrid>
    </Panel>
  )
}
