import { Trans, useLingui } from '@lingui/react/macro'
import { createProvider, testProvider } from '@twofold/contract/mail-delivery/providers'
import { providerKind, providerLabels } from '@twofold/contract/mail-design/mail-terms'
import type { FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { useAct } from '../../kits/use-act.ts'
import { failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Alert } from '../../ui/Alert.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { ConfigurationFields } from './ConfigurationFields.tsx'
import { bodyOf, newProviderValues } from './provider-values.ts'
import { providersKey } from './providers.ts'
import { useProviderFields } from './use-provider-fields.ts'

/** The name in lists and logs, which can be changed on its page. */
const first = { ...newProviderValues, name: providerLabels[newProviderValues.provider] }

interface ConnectMailDialogProps {
  /** The administrator's own address, which receives the test e-mail. */
  address: string
  onClose: () => void
  onConnected: () => void
}

/** Connects the first provider: it is saved only after a test e-mail was sent through it. */
export function ConnectMailDialog({ address, onClose, onConnected }: ConnectMailDialogProps) {
  const { t } = useLingui()
  const fields = useProviderFields({
    first,
    onChange: () => {
      if (!act.isPending) act.reset()
    },
  })
  const { values, mark, noteRefusal } = fields
  const act = useAct({
    send: async () => {
      const body = bodyOf(values)
      const verdict = await call(testProvider, { body })
      if (!verdict.success) return verdict
      await call(createProvider, { body })
      return verdict
    },
    failed: false,
    said: false,
    renews: [providersKey],
    onDone: ({ success, fields: about = [] }) => {
      mark(about)
      if (success) onConnected()
    },
  })
  const { data: verdict, error, isPending } = act
  const isConnected = verdict?.success === true
  useUnsavedChanges(fields.isDirty && !isConnected)

  function submit(event: FormEvent) {
    const form = event.currentTarget
    flushSync(fields.leaveAll)
    if (!fields.isComplete) form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    else if (!isPending) act.mutate(undefined, { onError: noteRefusal })
  }
  const failure = error
    ? failureMessage(error, t`The provider could not be tested. Please try again.`)
    : verdict && !verdict.success
      ? verdict.message || t`The test e-mail was not accepted. Check the settings.`
      : undefined
  return (
    <FormDialog
      title={t`Connect e-mail`}
      subtitle={t`We send a test e-mail to ${address}. The provider is saved when it is accepted.`}
      size="lg"
      form={{ submit: async (event) => submit(event), isPending, failure, question: undefined, onClose }}
      submitLabel={t`Test and connect`}
      pendingLabel={t`Testing...`}
      done={
        isConnected && (
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
          fields.change({ name: providerLabels[kind] })
        }}
        options={providerKind.options.map((kind) => ({ value: kind, label: providerLabels[kind] }))}
      />
      <ConfigurationFields form={fields} hasSecret={false} />
    </FormDialog>
  )
}
