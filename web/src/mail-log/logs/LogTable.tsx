import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { MailLog } from '@twofold/contract/mail-log/logs'
import { providerLabels } from '@twofold/contract/mail-design/mail-terms'
import { Eye } from '../../ui/icons/Eye.ts'
import { RotateCw } from '../../ui/icons/RotateCw.ts'
import { selectColumn } from '../../kits/select-column.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { At } from '../../ui/At.tsx'
import { useMailCategoryLabels } from '../../lib/use-mail-labels.ts'
import { MailStatusBadge } from './MailStatusBadge.tsx'
import { translateTemplateName } from '../../lib/server-texts.ts'

/** Characters of a message's id that are shown; all of them are in the tooltip and in the details. */
const shownOfId = 20

type LogTableProps = {
  logs: readonly MailLog[]
  selected: ReadonlySet<string>
  onToggle: (ids: string[], isOn: boolean) => void
  onView: (log: MailLog) => void
  onResend: (log: MailLog) => void
}

export const isResendable = ({ status }: Pick<MailLog, 'status'>) => status === 'failed' || status === 'bounced'

export function LogTable({ logs, selected, onToggle, onView, onResend }: LogTableProps) {
  const { t } = useLingui()
  const columns: Column<MailLog, 'select' | 'recipient' | 'subject' | 'status' | 'provider' | 'sent' | 'actions'>[] = [
    selectColumn({
      idOf: ({ id }) => id,
      nameOf: (log) => (isResendable(log) ? `${log.recipient_email}: ${log.subject}` : undefined),
      selected,
      onToggle,
      page: logs.filter(isResendable),
    }),
    { key: 'recipient', header: t`Recipient`, card: 'title', cell: (log) => <Recipient {...log} /> },
    { key: 'subject', header: t`Subject`, cell: (log) => <Subject {...log} /> },
    { key: 'status', header: t`Status`, cell: (log) => <Status {...log} /> },
    { key: 'provider', header: t`Provider`, cell: (log) => <Provider {...log} /> },
    { key: 'sent', header: t`Sent`, cell: (log) => <Times {...log} /> },
    {
      key: 'actions',
      header: t`Actions`,
      card: 'action',
      align: 'end',
      cell: (log) => (
        <span className="flex justify-end gap-1">
          {isResendable(log) && (
            <IconButton size="sm" icon={RotateCw} label={t`Resend to ${log.recipient_email}`} onPress={() => onResend(log)} />
          )}
          <IconButton size="sm" icon={Eye} label={t`View details of the e-mail to ${log.recipient_email}`} onPress={() => onView(log)} />
        </span>
      ),
    },
  ]
  return <Table label={t`Email logs`} columns={columns} rows={logs} rowKey={({ id }) => id} />
}

function Recipient({ recipient_email: email, recipient_name: name, user }: MailLog) {
  return (
    <span className="ui-lines">
      <EmailAddress>{email}</EmailAddress>
      {(name ?? user) && (
        <small>
          {user ? (
            <Link to="/admin/users/$id" params={{ id: user.id }}>
              {name ?? user.name}
            </Link>
          ) : (
            name
          )}
        </small>
      )}
    </span>
  )
}

function Subject({ subject, template, category }: MailLog) {
  const labels: Record<string, string> = useMailCategoryLabels()
  const kind = labels[category] ?? category
  return (
    <span className="ui-lines">
      <span className="inline-block sm:min-w-36">{subject}</span>
      <small>{template ? `${translateTemplateName(template)} · ${kind}` : kind}</small>
    </span>
  )
}

function Status({ status, attempts }: MailLog) {
  return (
    <span className="ui-lines">
      <MailStatusBadge status={status} />
      {attempts > 1 && (
        <small className="whitespace-nowrap">
          <Plural value={attempts} one="# attempt" other={`${attempts} attempts`} />
        </small>
      )}
    </span>
  )
}

function Provider({ provider, provider_name: name, provider_message_id: known, message_id: own }: MailLog) {
  const id = known ?? own
  if (provider === null) return <span className="text-text-3">—</span>
  return (
    <span className="ui-lines">
      <span>{name ?? providerLabels[provider]}</span>
      <small className="font-code" data-tooltip={id}>
        {id.length > shownOfId ? `${id.slice(0, shownOfId)}…` : id}
      </small>
    </span>
  )
}

function Times({ sent_at: sent, delivered_at: delivered, opened_at: opened, clicked_at: clicked }: MailLog) {
  return (
    <span className="ui-lines">
      <span>{sent ? <At time={sent} /> : <span className="text-text-2">{<Trans>Not sent</Trans>}</span>}</span>
      {delivered && (
        <small>
          <Trans>Delivered</Trans> <At time={delivered} />
        </small>
      )}
      {opened && (
        <small>
          <Trans>Opened</Trans> <At time={opened} />
        </small>
      )}
      {clicked && (
        <small>
          <Trans>Clicked</Trans> <At time={clicked} />
        </small>
      )}
    </span>
  )
}
