import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type MailLog, resendMail } from '@twofold/contract/email/logs'
import { call } from '../../lib/call.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { emailToast } from '../toast-options.ts'
import { mailLogsKey } from './logs.ts'

/** Sends a mail that did not arrive once more, as a new one. */
export function ResendDialog({ log, onClose }: { log: Pick<MailLog, 'id' | 'recipient_email' | 'subject'>; onClose: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const resend = useMutation({
    mutationFn: () => call(resendMail, { params: { id: log.id } }),
    meta: { failure: (message) => t`Failed to resend email: ${message}`, ...emailToast },
    onSuccess: ({ message }) => {
      toast.success(message, emailToast)
      return client.invalidateQueries({ queryKey: mailLogsKey })
    },
    onSettled: onClose,
  })
  return (
    <AlertDialog
      title={t`Resend to ${log.recipient_email}?`}
      tone="primary"
      onClose={onClose}
      onConfirm={() => resend.mutate()}
      pending={resend.isPending}
      confirmLabel={t`Resend`}
    >
      <p>
        <Trans>
          “{log.subject}” goes to {log.recipient_email} once more, as a new mail. A one-time link in it is made anew. Conditions and the
          suppression list are passed over.
        </Trans>
      </p>
    </AlertDialog>
  )
}
