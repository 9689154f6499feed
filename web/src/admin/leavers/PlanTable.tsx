import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { LeaverPlan } from '@twofold/contract/admin/leavers'
import { type Column, Table } from '../../ui/Table.tsx'
import { At } from '../../ui/At.tsx'
import { PlanBadge } from './PlanBadge.tsx'

export function PlanTable({ plans }: { plans: readonly LeaverPlan[] }) {
  const { t } = useLingui()
  const left = ({ done, total }: LeaverPlan['owned']) => (total === 0 ? t`None` : t`${done} of ${total}`)
  const columns: Column<LeaverPlan, 'user' | 'opened' | 'owned' | 'rotate' | 'state'>[] = [
    {
      key: 'user',
      header: t`User`,
      card: 'title',
      cell: ({ user }) => (
        <span className="grid min-w-0">
          <Link to="/admin/users/$id/leaver" params={{ id: user.id }} className="name-link">
            {user.name ?? <Trans>A removed account</Trans>}
          </Link>
          {user.is_deleted && (
            <span className="text-sm text-text-2">
              <Trans>Account deleted</Trans>
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'opened',
      header: t`Since`,
      cell: ({ opened_at: at, opened_by: by }) => (
        <span className="grid min-w-0">
          <At time={at} />
          <span className="text-sm text-text-2 wrap-anywhere">{by?.name}</span>
        </span>
      ),
    },
    { key: 'owned', header: t`Keys decided`, align: 'end', cell: ({ owned }) => left(owned) },
    { key: 'rotate', header: t`Secrets rotated`, align: 'end', cell: ({ rotate }) => left(rotate) },
    { key: 'state', header: t`State`, cell: ({ state }) => <PlanBadge state={state} /> },
  ]
  return <Table label={t`Leaver plans`} columns={columns} rows={plans} rowKey={({ user, opened_at: at }) => `${user.id} ${at}`} />
}
