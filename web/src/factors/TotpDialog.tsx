import { Trans, useLingui } from '@lingui/react/macro'
import { confirmTotp, confirmTotpBody } from '@twofold/contract/factors'
import { useForm } from 'react-hook-form'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { SubmitButtons } from '../ui/SubmitButtons.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SecretParts } from '../ui/SecretParts.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useFactorChange } from './use-factor-change.ts'

interface TotpDialogProps {
  secret: string
  uri: string
  onClose: () => void
  /** With the recovery codes, when there were none. */
  onDone: (codes: string[] | undefined) => void
}

/** Takes the secret of the sign-in to an app, and has the app prove that it arrived. */
export function TotpDialog({ secret, uri, onClose, onDone }: TotpDialogProps) {
  const { t } = useLingui()
  const form = useForm({ resolver: schemaResolver(confirmTotpBody), defaultValues: { code: '' } })
  useUnsavedChanges(true)
  const confirm = useFactorChange({
    run: (body: { code: string }) => call(confirmTotp, { body }),
    isShown: true,
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  })
  const complaint = confirm.error instanceof ApiError ? confirm.error.errors['code']?.[0] : undefined
  return (
    <Dialog
      title={t`Set up an authenticator app`}
      subtitle={t`Scan the code with the app, or type the secret into it.`}
      onClose={onClose}
      pending={confirm.isPending}
      onSubmit={form.handleSubmit((values) => confirm.mutate(values))}
      footer={
        <SubmitButtons pending={confirm.isPending} pendingLabel={t`Checking...`}>
          <Trans>Turn on</Trans>
        </SubmitButtons>
      }
    >
      <SecretParts label={t`QR code for your sign-in`} secret={secret} uri={uri} />
      <TextField
        label={t`Code from the app`}
        help={t`Six digits. They prove that the app has the right secret.`}
        mono
        autoFocus
        inputMode="numeric"
        autoComplete="one-time-code"
        readOnly={confirm.isPending}
        error={form.formState.errors.code?.message ?? complaint}
        {...form.register('code')}
      />
      <FailureAlert>
        {confirm.isError && complaint === undefined && failureMessage(confirm.error, t`The code could not be checked. Please try again.`)}
      </FailureAlert>
    </Dialog>
  )
}
