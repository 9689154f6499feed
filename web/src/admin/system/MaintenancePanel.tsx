import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { MaintenanceStatus, MaintenanceWindow } from '@twofold/contract/admin/maintenance'
import { CalendarClock } from '../../ui/icons/CalendarClock.ts'
import { CalendarPlus } from '../../ui/icons/CalendarPlus.ts'
import { useState } from 'react'
import { ListPanel } from '../../kits/ListPanel.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { At } from '../../ui/At.tsx'
import { EndMaintenanceDialog } from './EndMaintenanceDialog.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { maintenanceQuery } from './system.ts'
import { useWindowLabels } from './use-window-labels.ts'

export function MaintenancePanel() {
  const { t } = useLingui()
  const windows = useQuery(maintenanceQuery)
  const [isScheduling, setScheduling] = useState(false)
  const [ending, setEnding] = useState<MaintenanceWindow>()
  const current = windows.data?.data.find(({ status }) => status === 'active')
  const schedule = (
    <Button variant="primary" icon={CalendarPlus} onPress={() => setScheduling(true)}>
      <Trans>Schedule maintenance</Trans>
    </Button>
  )
  return (
    <div className="grid gap-6">
      {current && (
        <Alert
          type="warning"
          title={t`Maintenance is under way`}
          actions={
            <Button size="sm" onPress={() => setEnding(current)}>
              <Trans>End now</Trans>
            </Button>
          }
        >
          <Trans>
            Only administrators can work, until <At time={current.ends_at} />.
          </Trans>
        </Alert>
      )}
      <ListPanel
        title={t`Maintenance windows`}
        actions={windows.data && windows.data.data.length > 0 && schedule}
        of={windows}
        failed={t`The maintenance windows could not be loaded`}
        empty={{
          icon: CalendarClock,
          title: t`No maintenance is planned`,
          text: t`During one only administrators can sign in and work. Everybody else sees your message, and when to come back.`,
          action: schedule,
        }}
      >
        {(data) => <Windows windows={data.data} onEnd={setEnding} />}
      </ListPanel>
      {isScheduling && windows.data && <ScheduleDialog reach={windows.data.reach} onClose={() => setScheduling(false)} />}
      {ending && windows.data && <EndMaintenanceDialog window={ending} reach={windows.data.reach} onClose={() => setEnding(undefined)} />}
    </div>
  )
}

const tones: Record<MaintenanceStatus, BadgeTone> = { scheduled: 'info', active: 'warning', ended: 'neutral', cancelled: 'neutral' }

function Windows({ windows, onEnd }: { windows: readonly MaintenanceWindow[]; onEnd: (window: MaintenanceWindow) => void }) {
  const { t } = useLingui()
  const labels = useWindowLabels()
  const columns: Column<MaintenanceWindow, 'from' | 'to' | 'message' | 'status' | 'who' | 'actions'>[] = [
    {
      key: 'from',
      header: t`From`,
      card: 'title',
      cell: ({ starts_at }) => (
        <span className="font-medium">
          <At time={starts_at} />
        </span>
      ),
    },
    {
      key: 'to',
      header: t`Until`,
      cell: ({ ends_at, closed_at, status }) => <At time={status === 'ended' && closed_at !== null ? closed_at : ends_at} />,
    },
    {
      key: 'message',
      header: t`Message`,
      cell: ({ message }) =>
        message === '' ? <span className="text-text-2">{t`None`}</span> : <span className="wrap-anywhere">{message}</span>,
    },
    { key: 'status', header: t`Status`, cell: ({ status }) => <Badge tone={tones[status]}>{labels[status]}</Badge> },
    {
      key: 'who',
      header: t`Set by`,
      cell: ({ created_by }) => created_by ?? <span className="text-text-2">{t`Somebody`}</span>,
    },
    {
      key: 'actions',
      header: t`Actions`,
      card: 'action',
      align: 'end',
      cell: (window) =>
        window.status === 'active' ? (
          <Button size="sm" onPress={() => onEnd(window)}>
            <Trans>End now</Trans>
          </Button>
        ) : (
          window.status === 'scheduled' && (
            <Button size="sm" variant="danger-line" onPress={() => onEnd(window)}>
              <Trans>Call off</Trans>
            </Button>
          )
        ),
    },
  ]
  return <Table label={t`Maintenance windows`} columns={columns} rows={windows} rowKey={({ id }) => id} />
}
