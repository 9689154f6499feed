import { Trans, useLingui } from '@lingui/react/macro'
import { testEvent } from '@twofold/contract/mail-delivery/mapping-trials'
import { Send } from '../../ui/icons/Send.ts'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { FailureAlert } from '../../ui/FailureAlert.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { longToast } from '../../ui/toast-options.ts'
import { eventTitle } from '../../lib/event-title.ts'

type TestMappingDialogProps = { mapping: { id: string; event_name: string }; onClose: () => void }

/** Overrides of the event's samples; a value without a sample is ignored. */
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

/** Sends the e-mail of an event with sample values. */
export function TestMappingDialog({ mapping, onClose }: TestMappingDialogProps) {
  const { t } = useLingui()
  const event = eventTitle(mapping.event_name)
  const form = useFormDialog({
    values: { test_email: '', data: sampleTestData },
    send: ({ test_email, data }) => call(testEvent, { params: { id: mapping.id }, body: { test_email, data: readTestData(data) ?? {} } }),
    failed: (reason) => t`Failed to send test email: ${reason}`,
    said: () => t`Test email sent successfully!`,
    renews: [['admin', 'email']],
    ...longToast,
    stays: ({ success }) => !success,
    onClose,
  })
  // The mail server's reply.
  const message = form.answer?.success === false ? form.answer.message : undefined
  return (
    <FormDialog
      form={form}
      title={t`Test Event Mapping`}
      subtitle={<Trans>The e-mail of {event}, with sample values.</Trans>}
      size="sm"
      icon={Send}
      submitLabel={<Trans>Send Test</Trans>}
      pendingLabel={t`Sending...`}
      disabledReason={form.watch('test_email').trim() === '' ? t`An address is needed.` : undefined}
    >
      <FailureAlert>{message && t`Failed to test email: ${message}`}</FailureAlert>
      <TextField autoFocus label={t`Email`} type="email" {...form.field('test_email')} />
      <TextArea
        label={t`Test data (JSON)`}
        note={t`Optional`}
        mono
        rows={6}
        spellCheck={false}
        {...form.field('data', (text) => (readTestData(text) === undefined ? t`Invalid JSON in test data` : undefined))}
      />
    </FormDialog>
  )
}
