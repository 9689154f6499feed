import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { listUserSessions } from '@twofold/contract/admin/user-detail'
import { MonitorSmartphone } from '../../ui/icons/MonitorSmartphone.ts'
import { ListPanel } from '../../kits/ListPanel.tsx'
import { translateDevice } from '../../lib/server-texts.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { At } from '../../ui/At.tsx'
import { userSessionsQuery } from './users.ts'

type Session = CallResponse<typeof listUserSessions>['data'][number]

export function SessionsTab({ userId }: { userId: string }) {
  const { t } = useLingui()
  const userSessions = useQuery(userSessionsQuery(userId))
  const columns: Column<Session, 'device' | 'address' | 'opened' | 'seen'>[] = [
    { key: 'device', header: t`Device`, card: 'title', cell: ({ device }) => translateDevice(device) },
    { key: 'address', header: t`Address`, cell: ({ address }) => address && <code>{address}</code> },
    { key: 'opened', header: t`Signed in`, cell: ({ created_at }) => <At time={created_at} /> },
    { key: 'seen', header: t`Last seen`, cell: ({ last_seen_at }) => <Ago time={last_seen_at} /> },
  ]
  return (
    <ListPanel
      title={t`Sessions`}
      of={userSessions}
      failed={t`The sessions could not be loaded`}
      empty={{ icon: MonitorSmartphone, title: t`Not signed in anywhere` }}
    >
      {(data) => <Table label={t`Sessions`} columns={columns} rows={data.data} rowKey={({ id }) => id} />}
    </ListPanel>
  )
}
