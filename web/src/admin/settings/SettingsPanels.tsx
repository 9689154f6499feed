import './settings.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert } from '../../ui/Alert.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ChoiceSetting, DaysSetting, HoursSetting, NumberSetting, TextSetting } from './SettingFields.tsx'
import type { SettingsForm } from './use-settings-form.ts'

export function InstallationPanel({ form }: { form: SettingsForm }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Installation`}>
      <div className="settings-fields">
        <TextSetting form={form} name="name" label={t`Name`} help={t`Shown in e-mails and authenticator apps.`} />
        <TextSetting form={form} name="address" type="url" label={t`Address`} help={t`Public address. Used in e-mail links.`} />
      </div>
      {form.about('address').source !== 'environment' && form.isDirty && form.fields.address !== '' && <AddressWarning form={form} />}
    </Panel>
  )
}

/** Passkeys are bound to a host name: with another one they open nothing. */
function AddressWarning({ form }: { form: SettingsForm }) {
  const { t } = useLingui()
  if (form.about('address').stored === form.fields.address) return null
  return (
    <div className="mt-4">
      <Alert type="warning" title={t`Another address ends what the old one was for`} announce>
        <Trans>
          Passkeys work only with the host name they were made for, and sign-in with other providers needs the new address registered there.
          Everybody signs in again.
        </Trans>
      </Alert>
    </div>
  )
}

export function AccountsPanel({ form }: { form: SettingsForm }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Accounts`}>
      <div className="settings-fields">
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
            { value: 'auto', label: t`Required once mail can be sent` },
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
      </div>
    </Panel>
  )
}

export function SessionsPanel({ form }: { form: SettingsForm }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Sessions`}>
      <p className="mb-4 text-text-2">
        <Trans>Shorter times also end sessions that are open now.</Trans>
      </p>
      <div className="settings-fields">
        <HoursSetting form={form} name="session_idle_hours" label={t`Idle time-out`} least={1} most={720} />
        <HoursSetting form={form} name="session_absolute_hours" label={t`Maximum length`} least={1} most={720} />
        <DaysSetting form={form} name="session_remember_days" label={t`With Remember me`} least={1} most={365} />
      </div>
    </Panel>
  )
}

export function SecondFactorPanel({ form }: { form: SettingsForm }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Second factor`}>
      <div className="settings-fields">
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
          help={t`From the next sign-in on, 0 to 30. After them, signing in leads to adding one and nothing else.`}
          least={0}
          most={30}
        />
      </div>
    </Panel>
  )
}

export function TrustPanel({ form }: { form: SettingsForm }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Acts of administrators`}>
      <p className="mb-4 text-text-2">
        <Trans>
          When an administrator sets somebody’s password, PIN or e-mail address, that account shows no codes until its person proves who
          they are, or this time is over. They are notified at once and can stop it.
        </Trans>
      </p>
      <div className="settings-fields">
        <DaysSetting form={form} name="quarantine_days" label={t`Waiting time`} least={1} most={7} />
      </div>
    </Panel>
  )
}

export function RetentionPanel({ form }: { form: SettingsForm }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Retention`}>
      <p className="mb-4 text-text-2">
        <Trans>Older entries are removed hourly. The audit log is kept for good; mail has settings of its own.</Trans>
      </p>
      <div className="settings-fields">
        <DaysSetting form={form} name="activity_days" label={t`Activity of people`} least={7} most={3650} />
        <DaysSetting form={form} name="notification_days" label={t`Notifications of administrators`} least={7} most={3650} />
      </div>
    </Panel>
  )
}
