import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { testTemplate } from '@twofold/contract/email/template-trials'
import type { Template } from '@twofold/contract/email/templates'
import { type FormEvent, useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { emailToast } from '../toast-options.ts'
import { AddressField } from './AddressField.tsx'
import { templatesKey } from './templates.ts'
import { rememberAddress } from './test-addresses.ts'

/** Sends a mail of a template at once, and says what became of it. */
export function SendTestDialog({ template: { slug, name }, onClose }: { template: Template; onClose: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [address, setAddress] = useState('')
  const send = useMutation({
    mutationFn: () => call(testTemplate, { params: { id: slug }, body: { test_email: address.trim(), send_method: 'sync' } }),
    onSuccess: async ({ success, message }) => {
      rememberAddress(address.trim())
      if (success) {
        toast.success(message, emailToast)
        onClose()
      }
      await client.invalidateQueries({ queryKey: templatesKey })
    },
  })
  const complaint = send.error instanceof ApiError ? send.error.errors['test_email']?.[0] : undefined
  const failure = send.data?.success === false ? send.data.message : send.error && failureMessage(send.error, t`Failed to send test email`)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (address.trim() !== '') send.mutate()
  }
  return (
    <Dialog
      title={t`Send Test Email`}
      subtitle={name}
      size="sm"
      onClose={onClose}
      onSubmit={submit}
      pending={send.isPending}
      footer={
        <>
          <CancelButton />
          <Button
            type="submit"
            variant="primary"
            pending={send.isPending}
            disabledReason={address.trim() === '' ? t`Please enter an address first.` : undefined}
          >
            <Trans>Send Test Email</Trans>
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure && !complaint && (
          <Alert type="error" announce title={send.error ? undefined : t`Failed to send test email`}>
            {failure}
          </Alert>
        )}
        <AddressField value={address} onChange={setAddress} error={complaint} />
      </div>
    </Dialog>
  )
}
