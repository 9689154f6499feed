import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Suppression } from '@twofold/contract/mail-delivery/suppressions'
import { Trash2 } from '../../ui/icons/Trash2.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { At } from '../../ui/At.tsx'
import { useReasonLabels } from './use-reason-labels.ts'

const tones: Record<Suppression['reason'], BadgeTone> = { bounce: 'danger', complaint: 'danger', manual: 'neutral', unsubscribe: 'info' }

type SuppressionTableProps = { entries: readonly Suppression[]; onRemove: (entry: Suppression) => void }

export function SuppressionTable({ entries, onRemove }: SuppressionTableProps) {
  const { t } = useLingui()
  const reasons = useReasonLabels()
  const columns: Column<Suppression, 'email' | 'reason' | 'who' | 'when' | 'actions'>[] = [
    { key: 'email', header: t`Address`, card: 'title', cell: ({ email }) => <EmailAddress>{email}</EmailAddress> },
    {
      key: 'reason',
      header: t`Reason`,
      cell: ({ reason, detail, log_id: mail, complained_at: complained }) => (
        <span className="ui-lines">
          <Badge tone={tones[reason]}>{reasons[reason]}</Badge>
          {detail && <small>{detail}</small>}
          {mail && (
            <small>
              <Link to="/admin/email/logs" search={{ mail }}>
                {reason === 'complaint' ? <Trans>The reported e-mail</Trans> : <Trans>The e-mail that bounced</Trans>}
              </Link>
            </small>
          )}
          {complained && (
            <small>
              <Trans>
                Complained as well, <At time={complained} />
              </Trans>
            </small>
          )}
        </span>
      ),
    },
    {
      key: 'who',
      header: t`Added by`,
      cell: ({ created_by: by }) =>
        by ? (
          <Link to="/admin/users/$id" params={{ id: by.id }} className="wrap-anywhere">
            {by.name}
          </Link>
        ) : (
          <Trans>The system</Trans>
        ),
    },
    {
      key: 'when',
      header: t`Since`,
      cell: ({ created_at: at }) => (
        <span className="whitespace-nowrap">
          <At time={at} />
        </span>
      ),
    },
    {
      key: 'actions',
      header: t`Actions`,
      card: 'action',
      align: 'end',
      cell: (entry) => <IconButton size="sm" icon={Trash2} label={t`Remove ${entry.email}`} onPress={() => onRemove(entry)} />,
    },
  ]
  return <Table label={t`Suppression List`} columns={columns} rows={entries} rowKey={({ id }) => id} />
}
