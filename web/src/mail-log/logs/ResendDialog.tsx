import { Trans, useLingui } from '@lingui/react/macro'
import { type MailLog, resendMail } from '@twofold/contract/mail-log/logs'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { longToast } from '../../ui/toast-options.ts'
import { mailLogsKey } from './logs.ts'

/** Sends an undelivered e-mail again, as a new one. */
export function ResendDialog({ log, onClose }: { log: Pick<MailLog, 'id' | 'recipient_email' | 'subject'>; onClose: () => void }) {
  const { t } = useLingui()
  const resend = useAct({
    send: () => call(resendMail, { params: { id: log.id } }),
    failed: (message) => t`Failed to resend email: ${message}`,
    renews: [mailLogsKey],
    ...longToast,
  })
  return (
    <AskDialog title={t`Resend to ${log.recipient_email}?`} tone="primary" onClose={onClose} act={resend} confirmLabel={t`Resend`}>
      <p>
        <Trans>
          “{log.subject}” goes to {log.recipient_email} again, as a new e-mail. A one-time link in it is replaced with a new one. Conditions
          and the suppression list are skipped.
        </Trans>
      </p>
    </AskDialog>
  )
}
