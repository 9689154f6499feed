import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { testEvent } from '@twofold/contract/email/mapping-calls'
import { Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { emailToast } from '../toast-options.ts'
import { eventTitle } from './event-title.ts'

type TestMappingDialogProps = { mapping: { id: string; event_name: string }; onClose: () => void }

/** What the samples of the event are overlaid with; a value without a sample is ignored. */
const sampleTestData = JSON.stringify({ 'user.name': 'Test User', 'user.email': 'test@example.com', test_data: 'This is a test' }, null, 2)

/** Undefined: not JSON, or no object. */
function readTestData(text: string): Record<string, string | number | boolean> | undefined {
  try {
    const data: unknown = text.trim() === '' ? {} : JSON.parse(text)
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, string>) : undefined
  } catch {
    return undefined
  }
}

/** Sends the mail of an event with sample values. */
export function TestMappingDialog({ mapping, onClose }: TestMappingDialogProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [text, setText] = useState(sampleTestData)
  useUnsavedChanges(email !== '' || text !== sampleTestData)
  const [isWrong, setWrong] = useState(false)
  const event = eventTitle(mapping.event_name)
  const test = useMutation({
    mutationKey: ['admin', 'email', 'test'],
    mutationFn: async (data: Record<string, string | number | boolean>) => {
      return call(testEvent, { params: { id: mapping.id }, body: { test_email: email, data } })
    },
    onSuccess: async ({ success }) => {
      if (success) {
        toast.success(t`Test email sent successfully!`, emailToast)
        onClose()
      }
      await client.invalidateQueries({ queryKey: ['admin', 'email'] })
    },
  })
  const complaint = test.error instanceof ApiError ? test.error.errors['test_email']?.[0] : undefined
  const reason = test.error ? failureMessage(test.error, test.error.message) : ''
  // What the mail server said when it was handed the mail.
  const message = test.data?.success === false ? test.data.message : undefined
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    const data = readTestData(text)
    setWrong(data === undefined)
    if (email.trim() !== '' && data !== undefined && !test.isPending) test.mutate(data)
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
          <CancelButton />
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
      <div className="grid gap-4">
        {(message ?? (test.error && complaint === undefined)) && (
          <Alert type="error" announce>
            {message === undefined ? t`Failed to send test email: ${reason}` : t`Failed to test email: ${message}`}
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
        <TextArea
          label={t`Test data (JSON)`}
          note={t`Optional`}
          mono
          rows={6}
          spellCheck={false}
          value={text}
          error={isWrong ? t`Invalid JSON in test data` : undefined}
          onChange={({ target }) => {
            setText(target.value)
            setWrong(false)
          }}
        />
      </div>
    </Dialog>
  )
}
