import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Risk, RiskKind } from '@twofold/contract/admin/analytics'
import { Badge } from '../../ui/Badge.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { countText } from './figure-text.ts'

type Key = 'key' | 'owner' | 'with' | 'keys' | 'reason' | 'login' | 'since' | 'used' | 'plan'

/** Columns of each list. */
const shown: Record<RiskKind, readonly Key[]> = {
  one_holder: ['key', 'owner', 'login', 'since', 'used'],
  inactive_owners: ['owner', 'keys', 'login', 'since', 'plan'],
  never_used: ['key', 'owner', 'login', 'since'],
  stale_shares: ['key', 'owner', 'with', 'reason', 'since', 'used'],
}

export function RiskTable({ kind, title, risks }: { kind: RiskKind; title: string; risks: readonly Risk[] }) {
  const { t } = useLingui()
  const isOfOwners = kind === 'inactive_owners'
  const columns: Column<Risk, Key>[] = [
    { key: 'key', header: t`Key`, card: 'title', cell: ({ key_name: name }) => <span className="font-medium wrap-anywhere">{name}</span> },
    { key: 'owner', header: t`Owner`, card: isOfOwners ? 'title' : 'pair', cell: ({ owner }) => <Owner {...owner} /> },
    { key: 'with', header: t`Shared with`, cell: ({ with: person }) => person && <Person {...person} /> },
    { key: 'keys', header: t`Keys`, align: 'end', cell: ({ keys }) => keys !== null && countText(keys) },
    { key: 'reason', header: t`Why`, cell: ({ reason }) => reason && <Reason reason={reason} /> },
    { key: 'login', header: isOfOwners ? t`Last Login` : t`Owner’s last login`, cell: ({ owner }) => <Time time={owner.last_login_at} /> },
    {
      key: 'since',
      header: { one_holder: t`Added`, never_used: t`Added`, inactive_owners: t`Account since`, stale_shares: t`Shared` }[kind],
      cell: ({ created_at: time }) => <Time time={time} />,
    },
    { key: 'used', header: t`Last copied`, cell: ({ last_used_at: time }) => <Time time={time} /> },
    { key: 'plan', header: t`What to do`, align: 'end', cell: ({ owner }) => <Remedy {...owner} /> },
  ]
  return <Table label={title} columns={columns.filter(({ key }) => shown[kind].includes(key))} rows={risks} rowKey={({ id }) => id} />
}

function Owner(owner: Risk['owner']) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Person {...owner} />
      {!owner.is_active && (
        <Badge>
          <Trans>Deactivated</Trans>
        </Badge>
      )}
    </span>
  )
}

/** Links a person with an account, where an administrator can plan the future of their keys. */
function Person({ id, name }: { id: string | null; name: string }) {
  if (id === null) return <span className="wrap-anywhere">{name}</span>
  return (
    <Link to="/admin/users/$id" params={{ id }} className="font-medium text-text no-underline wrap-anywhere hover:underline">
      {name}
    </Link>
  )
}

/** Keys of somebody who is out are decided about in the leaver plan; who is not out yet is looked at first. */
function Remedy({ id, name, is_active: isActive }: Risk['owner']) {
  const { t } = useLingui()
  return isActive ? (
    <LinkButton size="sm" to="/admin/users/$id" params={{ id }} aria-label={t`View user: ${name}`}>
      <Trans>View user</Trans>
    </LinkButton>
  ) : (
    <LinkButton size="sm" to="/admin/users/$id/leaver" params={{ id }} aria-label={t`Leaver plan: ${name}`}>
      <Trans>Leaver plan</Trans>
    </LinkButton>
  )
}

function Reason({ reason }: { reason: NonNullable<Risk['reason']> }) {
  const { t } = useLingui()
  const texts = { expired: t`Expired`, inactive_recipient: t`Deactivated`, unused: t`Not used` }
  return <Badge tone="warning">{texts[reason]}</Badge>
}

function Time({ time }: { time: string | null }) {
  if (time !== null) return <Ago time={time} />
  return (
    <span className="text-text-2">
      <Trans>Never</Trans>
    </span>
  )
}
