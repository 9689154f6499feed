import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { listUserShares } from '@twofold/contract/admin/user-detail'
import { Share2 } from '../../ui/icons/Share2.ts'
import { Loaded } from '../../kits/Loaded.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LevelBadge } from '../../ui/LevelBadge.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { At } from '../../ui/At.tsx'
import { userSharesQuery } from './users.ts'

type Share = CallResponse<typeof listUserShares>['shared'][number]

export function SharesTab({ userId }: { userId: string }) {
  const { t } = useLingui()
  return (
    <Loaded of={useQuery(userSharesQuery(userId))} failed={t`The shares could not be loaded`} frame="card" level={3}>
      {(data) => (
        <div className="grid gap-6">
          <Panel title={t`Shared with others`} padding="none">
            <ShareTable label={t`Shared with others`} shares={data.shared} person={t`Shared with`} empty={t`Shares nothing`} />
          </Panel>
          <Panel title={t`Received`} padding="none">
            <ShareTable label={t`Received`} shares={data.received} person={t`Shared by`} empty={t`Has received nothing`} />
          </Panel>
        </div>
      )}
    </Loaded>
  )
}

function ShareTable({ label, shares, person, empty }: { label: string; shares: readonly Share[]; person: string; empty: string }) {
  const { t } = useLingui()
  if (shares.length === 0) return <EmptyState icon={Share2} title={empty} level={3} />
  const columns: Column<Share, 'key' | 'person' | 'level' | 'since' | 'until'>[] = [
    { key: 'key', header: t`Key`, card: 'title', cell: ({ key_name }) => <span className="wrap-anywhere">{key_name}</span> },
    {
      key: 'person',
      header: person,
      cell: ({ person: { id, name } }) => (
        <Link to="/admin/users/$id" params={{ id }} className="name-link">
          {name}
        </Link>
      ),
    },
    {
      key: 'level',
      header: t`Level`,
      cell: ({ permission }) => <LevelBadge permission={permission} />,
    },
    { key: 'since', header: t`Since`, cell: ({ created_at }) => <At time={created_at} /> },
    { key: 'until', header: t`Until`, cell: ({ expires_at }) => (expires_at ? <At time={expires_at} /> : t`No end`) },
  ]
  return <Table label={label} columns={columns} rows={shares} rowKey={({ id }) => id} />
}
