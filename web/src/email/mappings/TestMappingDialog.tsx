import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { testEvent } from '@twofold/contract/email/mapping-calls'
import { Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { emailToast } from '../toast-options.ts'
import { eventTitle } from './event-title.ts'

type TestMappingDialogProps = { mapping: { id: string; event_name: string }; onClose: () => void }

/** Sends the mail of an event with sample values. */
export function TestMappingDialog({ mapping, onClose }: TestMappingDialogProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const event = eventTitle(mapping.event_name)
  const test = useMutation({
    mutationKey: ['admin', 'email', 'test'],
    mutationFn: async () => {
      const outcome = await call(testEvent, { params: { id: mapping.id }, body: { test_email: email } })
      if (!outcome.success) throw new Error(outcome.message)
      return outcome
    },
    onSuccess: async ({ message }) => {
      toast.success(message, emailToast)
      onClose()
      await client.invalidateQueries({ queryKey: ['admin', 'email'] })
    },
  })
  const complaint = test.error instanceof ApiError ? test.error.errors['test_email']?.[0] : undefined
  const reason = test.error === null ? '' : failureMessage(test.error, test.error.message)
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    if (email.trim() !== '' && !test.isPending) test.mutate()
  }
  return (
    <Dialog
      title={t`Test Event Mapping`}
      subtitle={<Trans>The mail of {event}, with sample values.</Trans>}
      size="sm"
      onClose={onClose}
      onSubmit={submit}
      pending={test.isPending}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            variant="primary"
            icon={Send}
            pending={test.isPending}
            pendingLabel={t`Sending...`}
            disabledReason={email.trim() === '' ? t`An address is needed.` : undefined}
          >
            <Trans>Send Test</Trans>
          </Button>
        </>
      }
    >
      {test.error && complaint === undefined && (
        <Alert type="error" announce>
          {t`Failed to send test email: ${reason}`}
        </Alert>
      )}
      <TextField
        autoFocus
        label={t`Email`}
        type="email"
        value={email}
        error={complaint}
        onChange={({ target }) => setEmail(target.value)}
      />
    </Dialog>
  )
}
