import { Trans, useLingui } from '@lingui/react/macro'
import { createProvider, testProvider } from '@twofold/contract/mail-delivery/providers'
import { providerKind, providerLabels } from '@twofold/contract/mail-design/mail-terms'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { useSentForm } from '../../kits/use-sent-form.ts'
import { call } from '../../lib/call.ts'
import { providerStateKeys } from '../../lib/providers-key.ts'
import { Alert } from '../../ui/Alert.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { ConfigurationFields } from './ConfigurationFields.tsx'
import { bodyOf, newProviderValues, type ProviderValues } from './provider-values.ts'
import { useProviderFields } from './use-provider-fields.ts'

/** The name in lists and logs, which can be changed on its page. */
const first: ProviderValues = { ...newProviderValues, name: providerLabels[newProviderValues.provider] }

interface ConnectMailDialogProps {
  /** The administrator's own address, which receives the test e-mail. */
  address: string
  onClose: () => void
  onConnected: () => void
}

/** Connects the first provider: it is saved only after a test e-mail was sent through it. */
export function ConnectMailDialog({ address, onClose, onConnected }: ConnectMailDialogProps) {
  const { t } = useLingui()
  const form = useSentForm({
    values: first,
    mode: 'onTouched',
    send: async (input) => {
      const body = bodyOf(input)
      const verdict = await call(testProvider, { body })
      if (verdict.success) await call(createProvider, { body })
      return { input, verdict }
    },
    failed: t`The provider could not be tested. Please try again.`,
    said: false,
    renews: providerStateKeys,
    onAnswer: ({ verdict }, input) => verdict.success && form.restart(input),
    onDone: ({ verdict }) => verdict.success && onConnected(),
  })
  const { answer } = form
  const fields = useProviderFields(form, { input: answer?.input, verdict: answer?.verdict })
  const { values, verdict } = fields
  const failure =
    form.failure ?? (verdict?.success === false ? verdict.message || t`The test e-mail was not accepted. Check the settings.` : undefined)
  return (
    <FormDialog
      title={t`Connect e-mail`}
      subtitle={t`We send a test e-mail to ${address}. The provider is saved when it is accepted.`}
      size="lg"
      form={{ ...form, failure, onClose }}
      submitLabel={t`Test and connect`}
      pendingLabel={t`Testing...`}
      done={
        answer?.verdict.success && (
          <Alert type="success" announce title={t`E-mail is connected`}>
            <Trans>The test e-mail to {address} was accepted. Invitations, resets and alerts go out by e-mail from now on.</Trans>
          </Alert>
        )
      }
    >
      <RadioCards
        label={t`Provider`}
        value={values.provider}
        onChange={({ target }) => {
          const kind = providerKind.parse(target.value)
          fields.choose(kind)
          form.setValue('name', providerLabels[kind])
        }}
        options={providerKind.options.map((kind) => ({ value: kind, label: providerLabels[kind] }))}
      />
      <ConfigurationFields form={fields} hasSecret={false} />
    </FormDialog>
  )
}
