import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MailLog, MailLogDetails } from '@twofold/contract/mail-log/logs'
import { providerLabels } from '@twofold/contract/mail-design/mail-terms'
import { RotateCw } from '../../ui/icons/RotateCw.ts'
import type { ReactNode } from 'react'
import { Loaded } from '../../kits/Loaded.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { At } from '../../ui/At.tsx'
import { AttemptList } from './AttemptList.tsx'
import { mailLogQuery } from './logs.ts'
import { isResendable } from './LogTable.tsx'
import { MailContent } from './MailContent.tsx'
import { MailStatusBadge } from './MailStatusBadge.tsx'
import { MailTimeline } from './MailTimeline.tsx'
import { ResolvePanel } from './ResolvePanel.tsx'
import { useMailCategoryLabels } from '../../lib/use-mail-labels.ts'
import { useWaitingText } from './use-outcome-labels.ts'
import { translateTemplateName, translateTrouble } from '../../lib/server-texts.ts'

type Trace = NonNullable<MailLogDetails['decision']>['trace']

type LogDialogProps = {
  id: string
  onClose: () => void
  onResend: (log: MailLog) => void
  /** Draws the decision that led to the e-mail. */
  traceOf: (trace: Trace) => ReactNode
}

/** Everything known about one e-mail. */
export function LogDialog({ id, onClose, onResend, traceOf }: LogDialogProps) {
  const { t } = useLingui()
  const details = useQuery(mailLogQuery(id))
  const log = details.data?.log
  return (
    <Dialog
      title={log?.subject || t`E-mail details`}
      subtitle={log && t`to ${log.recipient_email}`}
      size="lg"
      onClose={onClose}
      inAddress
      footer={
        <>
          {log && isResendable(log) && (
            <Button icon={RotateCw} onPress={() => onResend(log)}>
              <Trans>Resend</Trans>
            </Button>
          )}
          <CloseButton />
        </>
      }
    >
      <Loaded of={details} failed={t`The e-mail could not be loaded`}>
        {({ log: shown }) => <Details log={shown} trace={shown.decision && traceOf(shown.decision.trace)} />}
      </Loaded>
    </Dialog>
  )
}

function Details({ log, trace }: { log: MailLogDetails; trace: ReactNode }) {
  const { t } = useLingui()
  const waitingText = useWaitingText()
  return (
    <>
      {log.error_message && (
        <Alert type="error" title={t`Error message`}>
          <span className="wrap-anywhere">{translateTrouble(log.error_message)}</span>
        </Alert>
      )}
      <ResolvePanel log={log} />
      {log.waiting_reason && <Alert type="info">{waitingText(log.waiting_reason)}</Alert>}
      <DetailFacts log={log} />
      <Section title={t`Status timeline`}>
        <MailTimeline log={log} />
      </Section>
      <Section title={t`Attempts`}>
        <AttemptList attempts={log.attempt_log} />
      </Section>
      <Section title={t`Why it was sent`}>
        {trace ?? (
          <p className="text-text-2">
            <Trans>No event led to it: somebody sent it by hand, or the decision is no longer kept.</Trans>
          </p>
        )}
      </Section>
      <Section title={t`Content`}>
        <MailContent log={log} />
      </Section>
    </>
  )
}

function DetailFacts({ log }: { log: MailLogDetails }) {
  const { t } = useLingui()
  const categories: Record<string, string> = useMailCategoryLabels()
  const { provider, provider_name: providerName, user, recipient_name: name } = log
  return (
    <Facts>
      <Fact name={t`Recipient`}>
        {name ? `${name} <${log.recipient_email}>` : log.recipient_email}
        {user && (
          <>
            {' '}
            <Link to="/admin/users/$id" params={{ id: user.id }}>
              <Trans>Account</Trans>
            </Link>
          </>
        )}
      </Fact>
      <Fact name={t`Status`}>
        <MailStatusBadge status={log.status} />
      </Fact>
      <Fact name={t`Provider`}>{provider === null ? t`None yet` : (providerName ?? providerLabels[provider])}</Fact>
      <Fact name={t`Sent at`}>{log.sent_at ? <At time={log.sent_at} /> : t`Not sent`}</Fact>
      <Fact name={t`Subject`}>{log.subject}</Fact>
      {log.template && (
        <Fact name={t`Template`}>
          {log.template.is_deleted ? (
            translateTemplateName(log.template)
          ) : (
            <Link to="/admin/email/templates/$slug" params={{ slug: log.template.slug }}>
              {translateTemplateName(log.template)}
            </Link>
          )}
        </Fact>
      )}
      <Fact name={t`Category`}>{categories[log.category] ?? log.category}</Fact>
      {log.event_name && (
        <Fact name={t`Event`}>
          <code>{log.event_name}</code>
        </Fact>
      )}
      <Fact name={t`Message ID`}>
        <code>{log.message_id}</code>
      </Fact>
      {log.provider_message_id && (
        <Fact name={t`ID at the provider`}>
          <code>{log.provider_message_id}</code>
        </Fact>
      )}
      {log.request_id !== null && (
        <Fact name={t`Request ID`}>
          <Link to="/admin/audit" search={{ acts: 'all', request: log.request_id }}>
            <code>{log.request_id}</code>
          </Link>
        </Fact>
      )}
      {log.provider_response && <Fact name={t`Answer of the provider`}>{log.provider_response}</Fact>}
    </Facts>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-border pt-5">
      <h3>{title}</h3>
      {children}
    </section>
  )
}
