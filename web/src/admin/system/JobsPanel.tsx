import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { JobQueue } from '@twofold/contract/admin/jobs'
import { Loaded } from '../../kits/Loaded.tsx'
import { numberText } from '../../lib/number-text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { jobsQuery } from './system.ts'

export function JobsPanel({ onShowFailed }: { onShowFailed: (queue: string) => void }) {
  const { t } = useLingui()
  const jobs = useQuery(jobsQuery)
  const columns: Column<JobQueue, 'name' | 'waiting' | 'active' | 'failed' | 'completed' | 'last'>[] = [
    {
      key: 'name',
      header: t`Queue`,
      card: 'title',
      cell: ({ name, schedule }) => (
        <span className="grid">
          <span className="font-medium wrap-anywhere">{name}</span>
          {schedule !== null && <span className="text-sm text-text-2">{t`by the clock: ${schedule} UTC`}</span>}
        </span>
      ),
    },
    {
      key: 'waiting',
      header: t`Waiting`,
      align: 'end',
      cell: ({ waiting, deferred, oldest_seconds }) => (
        <span className="grid">
          <span>{numberText(waiting)}</span>
          {oldest_seconds !== null && <span className="text-sm text-text-2">{t`oldest ${waitText(oldest_seconds)}`}</span>}
          {deferred > 0 && <span className="text-sm text-text-2">{t`${deferred} later`}</span>}
        </span>
      ),
    },
    { key: 'active', header: t`Running`, align: 'end', cell: ({ active }) => numberText(active) },
    {
      key: 'failed',
      header: t`Failed`,
      align: 'end',
      cell: ({ name, failed }) =>
        failed === 0 ? (
          '0'
        ) : (
          <TextButton onPress={() => onShowFailed(name)}>
            <Badge tone="danger">{numberText(failed)}</Badge>
            <span className="sr-only">{t`failed in ${name}`}</span>
          </TextButton>
        ),
    },
    { key: 'completed', header: t`Done (7 days)`, align: 'end', cell: ({ completed }) => numberText(completed) },
    {
      key: 'last',
      header: t`Last done`,
      cell: ({ last_completed_at: last }) => (last === null ? <span className="text-text-2">{t`Never`}</span> : <Ago time={last} />),
    },
  ]
  return (
    <Panel title={t`Queues`} padding="none">
      <Loaded of={jobs} failed={t`The jobs could not be loaded`} frame="inset">
        {(data) => <Table label={t`Queues`} columns={columns} rows={data.queues} rowKey={({ name }) => name} />}
      </Loaded>
    </Panel>
  )
}

function waitText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`
}
