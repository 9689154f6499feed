import { Trans, useLingui } from '@lingui/react/macro'
import { Alert } from '../../ui/Alert.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextSetting } from './SettingFields.tsx'
import type { SettingsForm } from './use-settings-form.ts'
import { FieldGrid } from '../../ui/FieldGrid.tsx'

export function InstallationPanel({ form }: { form: SettingsForm }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Installation`}>
      <FieldGrid>
        <TextSetting form={form} name="name" label={t`Name`} help={t`Shown in e-mails and authenticator apps.`} />
        <TextSetting form={form} name="address" type="url" label={t`Address`} help={t`Public address. Used in e-mail links.`} />
      </FieldGrid>
      {form.sourceOf('address') !== 'environment' && form.fields.address !== '' && <AddressWarning form={form} />}
    </Panel>
  )
}

/** Passkeys are bound to a host name: with another one they open nothing. */
function AddressWarning({ form }: { form: SettingsForm }) {
  const { t } = useLingui()
  if (form.stored.address === form.fields.address) return null
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
