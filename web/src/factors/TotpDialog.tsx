import { Trans, useLingui } from '@lingui/react/macro'
import { confirmTotp, confirmTotpBody } from '@twofold/contract/factors'
import { FormDialog } from '../kits/FormDialog.tsx'
import { useFormDialog } from '../kits/use-form-dialog.ts'
import { call } from '../lib/call.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { SecretParts } from '../ui/SecretParts.tsx'
import { TextField } from '../ui/TextField.tsx'
import { factorsQuery } from './factors.ts'

interface TotpDialogProps {
  secret: string
  uri: string
  onClose: () => void
  /** With recovery codes, if there were none. */
  onDone: (codes: string[] | undefined) => void
}

/** Takes the secret of the sign-in to an app, and has the app prove that it arrived. */
export function TotpDialog({ secret, uri, onClose, onDone }: TotpDialogProps) {
  const { t } = useLingui()
  useUnsavedChanges(true)
  const form = useFormDialog({
    values: { code: '' },
    rules: schemaResolver(confirmTotpBody),
    send: (body) => call(confirmTotp, { body }),
    failed: t`The code could not be checked. Please try again.`,
    renews: [factorsQuery.queryKey],
    duration: 3000,
    onDone: ({ recovery_codes: codes }) => onDone(codes),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t`Set up an authenticator app`}
      subtitle={t`Scan the code with the app, or type the secret into it.`}
      submitLabel={<Trans>Turn on</Trans>}
      pendingLabel={t`Checking...`}
    >
      <SecretParts label={t`QR code for your sign-in`} secret={secret} uri={uri} />
      <TextField
        label={t`Code from the app`}
        help={t`Six digits. They prove that the app has the right secret.`}
        mono
        autoFocus
        inputMode="numeric"
        autoComplete="one-time-code"
        readOnly={form.isPending}
        {...form.field('code')}
      />
    </FormDialog>
  )
}
