import { Trans, useLingui } from '@lingui/react/macro'
import { renamePasskeyBody } from '@twofold/contract/factors'
import { FormDialog } from '../kits/FormDialog.tsx'
import { useFormDialog } from '../kits/use-form-dialog.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { TextField } from '../ui/TextField.tsx'
import { factorsQuery } from './factors.ts'
import { makePasskey } from './make-passkey.ts'

interface AddPasskeyDialogProps {
  onClose: () => void
  /** With recovery codes, if there were none. */
  onDone: (codes: string[] | undefined) => void
}

export function AddPasskeyDialog({ onClose, onDone }: AddPasskeyDialogProps) {
  const { t } = useLingui()
  const form = useFormDialog({
    values: { name: '' },
    // A name alone: the rest of the call comes from server and browser.
    rules: schemaResolver(renamePasskeyBody),
    send: ({ name }) => makePasskey(name),
    failed: t`The passkey could not be added. Please try again.`,
    renews: [factorsQuery.queryKey],
    duration: 3000,
    onDone: ({ recovery_codes: codes }) => onDone(codes),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t`Add a passkey`}
      subtitle={t`Your browser asks you next where to keep it.`}
      size="sm"
      submitLabel={<Trans>Continue</Trans>}
      pendingLabel={t`Waiting for your device...`}
    >
      <TextField
        label={t`Name`}
        help={t`Such as the device that it is on.`}
        maxLength={60}
        autoFocus
        readOnly={form.isPending}
        {...form.field('name')}
      />
    </FormDialog>
  )
}
