import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { sesRegions, smtpEncryption, smtpPorts, zeptomailEndpoints } from '@twofold/contract/mail-delivery/providers'
import { Select } from '../../ui/Select.tsx'
import { ConfigurationField } from './ConfigurationField.tsx'
import { installationSenderQuery } from './providers.ts'
import type { ProviderFields } from './use-provider-fields.ts'

type FieldsProps = { form: ProviderFields; hasSecret: boolean }

/** The connection fields of the chosen kind of provider. */
export function ConfigurationFields(props: FieldsProps) {
  switch (props.form.values.provider) {
    case 'ses':
      return <SesFields {...props} />
    case 'smtp':
      return <SmtpFields {...props} />
    case 'zoho':
      return <ZohoFields {...props} />
  }
}

function useKept(hasSecret: boolean) {
  const { t } = useLingui()
  return hasSecret ? t`Stored, and never shown again. Leave it empty to keep it.` : t`Stored encrypted, and never shown again.`
}

function SesFields({ form, hasSecret }: FieldsProps) {
  const { t } = useLingui()
  const kept = useKept(hasSecret)
  const region = form.values.configuration['region'] ?? ''
  const regions = [...new Set([...sesRegions, region])].filter(Boolean)
  return (
    <>
      <ConfigurationField form={form} name="key" label={t`Access Key ID`} />
      <ConfigurationField form={form} name="secret" label={t`Secret Access Key`} type="password" help={kept} required={!hasSecret} />
      <Select
        label={t`Region`}
        {...form.input('configuration.region')}
        value={region}
        options={regions.map((value) => ({ value, label: value }))}
      />
      <SenderFields form={form} />
    </>
  )
}

function SmtpFields({ form, hasSecret }: FieldsProps) {
  const { t } = useLingui()
  const kept = useKept(hasSecret)
  const encryptions = { none: t`None`, tls: t`TLS (STARTTLS)`, ssl: t`SSL` }
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <ConfigurationField form={form} name="host" label={t`Host`} help={t`Such as smtp.example.org.`} />
        <ConfigurationField form={form} name="port" label={t`Port`} inputMode="numeric" list="smtp-ports" />
        <datalist id="smtp-ports">
          {smtpPorts.map((port) => (
            <option key={port} value={port} />
          ))}
        </datalist>
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <ConfigurationField form={form} name="username" label={t`Username`} />
        <ConfigurationField form={form} name="password" label={t`Password`} type="password" help={kept} required={!hasSecret} />
      </div>
      <Select
        label={t`Encryption`}
        {...form.input('configuration.encryption')}
        value={form.values.configuration['encryption'] ?? 'tls'}
        options={smtpEncryption.options.map((value) => ({ value, label: encryptions[value] }))}
      />
      <SenderFields form={form} />
    </>
  )
}

function ZohoFields({ form, hasSecret }: FieldsProps) {
  const { t } = useLingui()
  const kept = useKept(hasSecret)
  return (
    <>
      <ConfigurationField form={form} name="api_key" label={t`API Key`} type="password" help={kept} required={!hasSecret} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <ConfigurationField form={form} name="from_email" label={t`From address`} type="email" />
        <ConfigurationField form={form} name="from_name" label={t`From Name`} required={false} />
      </div>
      <Select
        label={t`API Endpoint`}
        {...form.input('configuration.api_endpoint', { required: false })}
        hint={t`The data center in which your ZeptoMail account is.`}
        value={form.values.configuration['api_endpoint'] ?? ''}
        options={[
          { value: '', label: t`Default (${new URL(zeptomailEndpoints[0]).host})` },
          ...zeptomailEndpoints.slice(1).map((value) => ({ value, label: new URL(value).host })),
        ]}
      />
    </>
  )
}

function SenderFields({ form }: { form: ProviderFields }) {
  const { t } = useLingui()
  const { data: hasSender } = useQuery(installationSenderQuery)
  const needed =
    form.values.provider === 'smtp'
      ? t`Needed, unless Username is an e-mail address: the installation has no sender.`
      : t`Needed: the installation has no sender.`
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <ConfigurationField
        form={form}
        name="from_email"
        label={t`From address`}
        type="email"
        help={hasSender === false ? needed : t`Empty: the sender of the installation.`}
        required={false}
      />
      <ConfigurationField form={form} name="from_name" label={t`From Name`} required={false} />
    </div>
  )
}
