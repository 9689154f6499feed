import { useLingui } from '@lingui/react/macro'
import { type Passkey, renamePasskey, renamePasskeyBody } from '@twofold/contract/factors'
import { FormDialog } from '../kits/FormDialog.tsx'
import { useFormDialog } from '../kits/use-form-dialog.ts'
import { call } from '../lib/call.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { TextField } from '../ui/TextField.tsx'
import { factorsQuery } from './factors.ts'

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useLingui()
  const form = useFormDialog({
    values: { name: passkey.name },
    rules: schemaResolver(renamePasskeyBody),
    send: (body) => call(renamePasskey, { params: { id: passkey.id }, body }),
    failed: t`This could not be saved. Please try again.`,
    duration: 3000,
    renews: [factorsQuery.queryKey],
    onClose,
  })
  return (
    <FormDialog form={form} title={t`Rename ${passkey.name}`} size="sm" submitLabel={t`Save`} pendingLabel={t`Saving...`}>
      <TextField label={t`Name`} maxLength={60} autoFocus readOnly={form.isPending} {...form.field('name')} />
    </FormDialog>
  )
}
