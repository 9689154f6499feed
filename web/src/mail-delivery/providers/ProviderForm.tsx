import { Trans, useLingui } from '@lingui/react/macro'
import { type Provider } from '@twofold/contract/mail-delivery/providers'
import { type ProviderKind, providerKind, providerLabels } from '@twofold/contract/mail-design/mail-terms'
import { FlaskConical } from '../../ui/icons/FlaskConical.ts'
import { Save } from '../../ui/icons/Save.ts'
import { PageForm } from '../../kits/PageForm.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ConfigurationFields } from './ConfigurationFields.tsx'
import { useProviderForm } from './use-provider-form.ts'
import { WebhookHelp } from './WebhookHelp.tsx'

/** A new provider, or the stored one, whose kind stays. */
export function ProviderForm({ stored }: { stored?: Provider }) {
  const { t } = useLingui()
  const form = useProviderForm(stored)
  const { values, isDone, obstacle, verdict } = form
  const notes: Record<ProviderKind, string> = {
    ses: t`Through the API of Amazon Simple Email Service.`,
    smtp: t`Any mail server that accepts e-mails with a user name and a password.`,
    zoho: t`Through the API of ZeptoMail.`,
  }
  return (
    <PageForm form={{ ...form, isPending: isDone }} className="grid gap-6 max-w-[46rem]">
      <Panel title={t`Provider`}>
        <div className="grid gap-5">
          <TextField label={t`Name`} {...form.input('name')} autoComplete="off" help={t`Shown in lists and logs.`} />
          {stored ? (
            <TextField label={t`Type`} value={providerLabels[stored.provider]} readOnly help={t`The type of a provider stays as it is.`} />
          ) : (
            <RadioCards
              label={t`Type`}
              value={values.provider}
              onChange={({ target }) => form.choose(providerKind.parse(target.value))}
              options={providerKind.options.map((kind) => ({ value: kind, label: providerLabels[kind], description: notes[kind] }))}
            />
          )}
          <NumberFields form={form} />
          {stored && <UseFields form={form} />}
        </div>
      </Panel>
      <Panel title={t`Configuration`}>
        <div className="grid gap-5">
          <ConfigurationFields form={form} hasSecret={stored?.has_secret ?? false} />
        </div>
      </Panel>
      {values.provider !== 'smtp' && <WebhookHelp kind={values.provider} />}
      {verdict && <Verdict {...verdict} />}
      <div className="flex flex-wrap justify-end gap-3">
        <LinkButton to="/admin/email">
          <Trans>Cancel</Trans>
        </LinkButton>
        <Button
          icon={FlaskConical}
          pending={form.isTesting}
          pendingLabel={t`Testing...`}
          disabledReason={obstacle}
          onPress={() => void form.test()}
        >
          <Trans>Test Configuration</Trans>
        </Button>
        <Button type="submit" variant="primary" icon={Save} pending={isDone} pendingLabel={t`Saving...`} disabledReason={obstacle}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </PageForm>
  )
}

type Form = ReturnType<typeof useProviderForm>

function NumberFields({ form }: { form: Form }) {
  const { t } = useLingui()
  const number = (name: 'priority' | 'daily_limit' | 'hourly_limit', label: string, help: string) => (
    <TextField label={label} {...form.input(name, { type: 'number', required: name === 'priority' })} min={1} step={1} help={help} />
  )
  return (
    <div className="grid items-start gap-5 sm:grid-cols-3">
      {number('priority', t`Priority`, t`1 is tried first.`)}
      {number('daily_limit', t`Daily Limit`, t`E-mails per day (UTC). A tenth is kept for account and security e-mails. Empty: unlimited.`)}
      {number('hourly_limit', t`Hourly Limit`, t`E-mails per hour. A tenth is kept for account and security e-mails. Empty: unlimited.`)}
    </div>
  )
}

function UseFields({ form }: { form: Form }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-3">
      <Checkbox label={t`Active`} description={t`E-mails go out through it.`} {...form.field('is_active')} />
      <Checkbox
        label={t`Default`}
        description={t`Tried before all others, whatever their priority. There is one.`}
        {...form.field('is_default')}
      />
    </div>
  )
}

function Verdict({ success, message }: NonNullable<Form['verdict']>) {
  const { t } = useLingui()
  return (
    <Alert type={success ? 'success' : 'error'} title={success ? t`Configuration test passed` : t`Configuration test failed`}>
      {success ? t`Provider is working correctly.` : <span className="wrap-anywhere">{message}</span>}
    </Alert>
  )
}
