import { Trans, useLingui } from '@lingui/react/macro'
import { addSuppression } from '@twofold/contract/mail-delivery/suppressions'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { TextField } from '../../ui/TextField.tsx'
import { longToast } from '../../ui/toast-options.ts'
import { suppressionsKey } from './suppressions.ts'

export function AddSuppressionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const form = useFormDialog({
    values: { email: '', detail: '' },
    send: ({ email, detail }) => call(addSuppression, { body: { email, ...(detail.trim() !== '' && { detail }) } }),
    failed: t`The address could not be added`,
    renews: [suppressionsKey],
    ...longToast,
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t`Add an address`}
      subtitle={t`It gets no more e-mails, except those its account depends on.`}
      size="sm"
      submitLabel={<Trans>Add address</Trans>}
    >
      <TextField autoFocus label={t`Email`} type="email" autoComplete="off" {...form.field('email')} />
      <TextField label={t`Reason`} note={t`Optional`} maxLength={500} {...form.field('detail')} />
    </FormDialog>
  )
}
