import { Trans, useLingui } from '@lingui/react/macro'
import { testTemplate } from '@twofold/contract/mail-delivery/template-trials'
import type { Template } from '@twofold/contract/mail-design/templates'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { longToast } from '../../ui/toast-options.ts'
import { AddressField } from './AddressField.tsx'
import { templatesKey } from '../../lib/templates-key.ts'
import { rememberAddress } from './test-addresses.ts'

/** Sends a template's e-mail at once, and shows the outcome. */
export function SendTestDialog({ template: { slug, name }, onClose }: { template: Template; onClose: () => void }) {
  const { t } = useLingui()
  const form = useFormDialog({
    values: { test_email: '' },
    send: async ({ test_email: typed }) => {
      const address = typed.trim()
      const answer = await call(testTemplate, { params: { id: slug }, body: { test_email: address, send_method: 'sync' } })
      rememberAddress(address)
      return answer
    },
    failed: t`Failed to send test email`,
    renews: [templatesKey],
    ...longToast,
    stays: ({ success }) => !success,
    onClose,
  })
  const { error, ref } = form.field('test_email')
  const address = form.watch('test_email')
  return (
    <FormDialog
      form={form}
      title={t`Send Test Email`}
      subtitle={name}
      size="sm"
      submitLabel={<Trans>Send Test Email</Trans>}
      disabledReason={address.trim() === '' ? t`Please enter an address first.` : undefined}
    >
      {form.answer?.success === false && (
        <Alert type="error" announce title={t`Failed to send test email`}>
          {form.answer.message}
        </Alert>
      )}
      <AddressField
        value={address}
        onChange={(typed) => form.setValue('test_email', typed, { shouldDirty: true, shouldValidate: true })}
        error={error}
        ref={ref}
      />
    </FormDialog>
  )
}
