import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { listUserDevices } from '@twofold/contract/admin/user-detail'
import { Laptop } from '../../ui/icons/Laptop.ts'
import { ListPanel } from '../../kits/ListPanel.tsx'
import { translateDevice } from '../../lib/server-texts.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { At } from '../../ui/At.tsx'
import { userDevicesQuery } from './users.ts'

type Device = CallResponse<typeof listUserDevices>['data'][number] & { place: number }

/** Devices of a user's recent sign-ins, with or without an open session. */
export function DevicesPanel({ userId }: { userId: string }) {
  const { t } = useLingui()
  const userDevices = useQuery(userDevicesQuery(userId))
  const columns: Column<Device, 'device' | 'address' | 'first' | 'last'>[] = [
    { key: 'device', header: t`Device`, card: 'title', cell: ({ device }) => translateDevice(device) },
    { key: 'address', header: t`Address`, cell: ({ address }) => address && <code>{address}</code> },
    {
      key: 'first',
      header: t`First sign-in`,
      cell: ({ first_seen_at: at }) => (at === null ? <span className="text-text-2">{t`Not known`}</span> : <At time={at} />),
    },
    { key: 'last', header: t`Last sign-in`, cell: ({ last_seen_at }) => <Ago time={last_seen_at} /> },
  ]
  return (
    <ListPanel
      title={t`Devices of the last 90 days`}
      of={userDevices}
      failed={t`The devices could not be loaded`}
      empty={{ icon: Laptop, title: t`No device in the last 90 days` }}
    >
      {(data) => (
        <Table
          label={t`Devices`}
          columns={columns}
          rows={data.data.map((device, place) => ({ ...device, place }))}
          rowKey={({ place }) => String(place)}
        />
      )}
    </ListPanel>
  )
}
