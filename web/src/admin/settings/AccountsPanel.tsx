import { useLingui } from '@lingui/react/macro'
import { Panel } from '../../ui/Panel.tsx'
import { ChoiceSetting, NumberSetting } from './SettingFields.tsx'
import type { SettingsForm } from './use-settings-form.ts'
import { FieldGrid } from '../../ui/FieldGrid.tsx'

export function AccountsPanel({ form }: { form: SettingsForm }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Accounts`}>
      <FieldGrid>
        <ChoiceSetting
          form={form}
          name="sign_up"
          label={t`Who can sign up`}
          help={t`Existing accounts are not affected.`}
          options={[
            { value: 'open', label: t`Anyone` },
            { value: 'invite', label: t`Invited people only` },
            { value: 'closed', label: t`Closed (administrators add people)` },
          ]}
        />
        <ChoiceSetting
          form={form}
          name="email_verification"
          label={t`Proof of the e-mail address`}
          help={t`Existing accounts are not affected.`}
          options={[
            { value: 'auto', label: t`Required once e-mails can be sent` },
            { value: 'required', label: t`Always required` },
            { value: 'off', label: t`Not required` },
          ]}
        />
        <NumberSetting
          form={form}
          name="password_min_length"
          label={t`Shortest password`}
          help={t`Characters, from 8 to 64, of new passwords.`}
          least={8}
          most={64}
        />
      </FieldGrid>
    </Panel>
  )
}
