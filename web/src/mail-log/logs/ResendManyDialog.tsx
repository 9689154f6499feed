import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { checkResending, resendMails } from '@twofold/contract/mail-log/logs'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { queryOf } from '../../lib/query-of.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { mailLogsKey } from './logs.ts'

type Outcome = { id: string; recipient_email: string; subject: string; message: string }

type ResendManyDialogProps = { ids: readonly string[]; onClose: () => void; onDone: () => void }

/** Sends undelivered e-mails again, and then says which were left out. */
export function ResendManyDialog({ ids, onClose, onDone }: ResendManyDialogProps) {
  const { t } = useLingui()
  const body = { ids: [...ids] }
  const check = useQuery({ ...queryOf([...mailLogsKey, 'resend', ids], checkResending, { body }), gcTime: 0 })
  const resend = useAct({
    send: () => call(resendMails, { body }),
    failed: (message) => t`Failed to resend email: ${message}`,
    said: 'in place',
    renews: [mailLogsKey],
  })
  if (resend.data) {
    const left = resend.data.results.filter(({ ok }) => !ok)
    return (
      <Dialog
        title={t`Results`}
        subtitle={resend.data.message}
        onClose={onDone}
        footer={
          <Button variant="primary" onPress={onDone}>
            <Trans>Done</Trans>
          </Button>
        }
      >
        <p>
          <Trans>They go out one a second. The log shows the outcome of each.</Trans>
        </p>
        <LeftOut mails={left} />
      </Dialog>
    )
  }
  return (
    <AskDialog
      act={resend}
      stays
      title={t`Resend the selected e-mails?`}
      tone="primary"
      onClose={onClose}
      confirmLabel={t`Resend`}
      disabledReason={check.data && check.data.ready > 0 ? undefined : t`None of them can be resent.`}
    >
      <Loaded of={check} failed={t`This could not be checked`} frame="inset">
        {({ ready, left_out: left }) => (
          <>
            <p>
              <Plural
                value={ready}
                one="# e-mail goes out again, as a new one."
                other="# e-mails go out again, as new ones, one a second."
              />
            </p>
            <p>
              <Trans>One-time links in them are replaced with new ones. Conditions and the suppression list are skipped.</Trans>
            </p>
            <LeftOut mails={left} />
          </>
        )}
      </Loaded>
    </AskDialog>
  )
}

function LeftOut({ mails }: { mails: readonly Outcome[] }) {
  const { t } = useLingui()
  if (mails.length === 0) return
  return (
    <>
      <p>
        <Plural value={mails.length} one="# e-mail is left out:" other="# e-mails are left out:" />
      </p>
      <ul className="grid max-h-60 gap-2 overflow-y-auto" aria-label={t`Left out`}>
        {mails.map(({ id, recipient_email: email, subject, message }) => (
          <li key={id} className="ui-lines">
            <span className="font-medium wrap-anywhere">{email ? `${email} · ${subject}` : id}</span>
            <small>{message}</small>
          </li>
        ))}
      </ul>
    </>
  )
}
