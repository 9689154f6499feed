import { Trans, useLingui } from '@lingui/react/macro'
import { confirmTotp, confirmTotpBody } from '@twofold/contract/factors'
import { useForm } from 'react-hook-form'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { groupByFour } from '../lib/group-text.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { SubmitButtons } from '../ui/SubmitButtons.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useFactorChange } from './use-factor-change.ts'
import { MachineText } from '../ui/MachineText.tsx'

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
      <div className="flex flex-wrap items-start justify-center gap-5">
        <QrCode text={uri} label={t`QR code for your sign-in`} />
        <div className="grid min-w-0 flex-1 basis-44 gap-3">
          <div>
            <h3 className="text-sm">
              <Trans>Secret</Trans>
            </h3>
            <MachineText as="p" className="secret-text">
              {groupByFour(secret)}
            </MachineText>
          </div>
          <CopyButton text={secret}>{t`Copy secret`}</CopyButton>
        </div>
      </div>
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
