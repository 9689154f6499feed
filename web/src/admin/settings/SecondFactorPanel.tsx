import { useLingui } from '@lingui/react/macro'
import { Panel } from '../../ui/Panel.tsx'
import { ChoiceSetting, NumberSetting } from './SettingFields.tsx'
import type { SettingsForm } from './use-settings-form.ts'
import { FieldGrid } from '../../ui/FieldGrid.tsx'

export function SecondFactorPanel({ form }: { form: SettingsForm }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Second factor`}>
      <FieldGrid>
        <ChoiceSetting
          form={form}
          name="second_factor"
          label={t`Who needs one`}
          help={t`Passkeys and authenticator apps count.`}
          options={[
            { value: 'optional', label: t`Nobody` },
            { value: 'encouraged', label: t`Nobody, but a card asks for it` },
            { value: 'admins', label: t`Administrators` },
            { value: 'all', label: t`Everybody` },
          ]}
        />
        <NumberSetting
          form={form}
          name="second_factor_grace_days"
          label={t`Days of grace`}
          help={t`From the next sign-in on, 0 to 30. After them, people who sign in have to add one first.`}
          least={0}
          most={30}
        />
      </FieldGrid>
    </Panel>
  )
}
