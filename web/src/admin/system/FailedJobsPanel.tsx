import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FailedJob, retryJob, retryQueue } from '@twofold/contract/admin/jobs'
import { CircleCheck } from '../../ui/icons/CircleCheck.ts'
import { RotateCw } from '../../ui/icons/RotateCw.ts'
import { ListPanel } from '../../kits/ListPanel.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/Button.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { OfRequest } from '../../kits/OfRequest.tsx'
import { failedJobsQuery, jobsQuery } from './system.ts'

type FailedJobsPanelProps = {
  /** Limits it to this queue. */
  queue: string | undefined
  page: number
  onPage: (page: number, how?: { replace?: boolean }) => void
  onClear: () => void
}

/** Jobs that were given up, with why. What they were about is not shown: it may be secret. */
export function FailedJobsPanel({ queue, page, onPage, onClear }: FailedJobsPanelProps) {
  const { t } = useLingui()
  const columns = useColumns()
  const failedJobs = useQuery(failedJobsQuery({ page, ...(queue !== undefined && { queue }) }))
  const all = useAct({
    send: (name: string) => call(retryQueue, { body: { queue: name } }),
    failed: t`The jobs could not be tried again`,
    renews: [jobsQuery.queryKey],
  })
  const { from = 0, to = 0, total = 0 } = failedJobs.data ?? {}
  return (
    <ListPanel
      title={queue === undefined ? t`Failed jobs` : t`Failed jobs of ${queue}`}
      of={failedJobs}
      address={{ page, goTo: onPage }}
      failed={t`The failed jobs could not be loaded`}
      actions={
        queue !== undefined && (
          <>
            <TextButton onPress={onClear}>
              <Trans>Show all</Trans>
            </TextButton>
            {total > 0 && (
              <Button size="sm" icon={RotateCw} onPress={() => all.mutate(queue)} pending={all.isPending}>
                <Plural value={total} one="Try # again" other="Try all # again" />
              </Button>
            )}
          </>
        )
      }
      summary={<Trans>{`Showing ${from} to ${to} of ${total} jobs`}</Trans>}
      empty={{
        icon: CircleCheck,
        title: t`No job has failed`,
        text: t`Jobs that fail are tried again by themselves. Those that were given up stay listed here for 7 days.`,
      }}
    >
      {({ data }) => <Table label={t`Failed jobs`} columns={columns} rows={data} rowKey={({ id }) => id} />}
    </ListPanel>
  )
}

function useColumns() {
  const { t } = useLingui()
  const one = useAct({
    send: (id: string) => call(retryJob, { params: { id } }),
    failed: t`The job could not be tried again`,
    renews: [jobsQuery.queryKey],
  })
  const columns: Column<FailedJob, 'queue' | 'cause' | 'tries' | 'when' | 'actions'>[] = [
    { key: 'queue', header: t`Queue`, card: 'title', cell: (job) => <span className="font-medium wrap-anywhere">{job.queue}</span> },
    {
      key: 'cause',
      header: t`Cause`,
      cell: ({ cause, request_id }) => (
        <span className="grid min-w-0 wrap-anywhere">
          {cause}
          {request_id !== null && <OfRequest id={request_id} />}
        </span>
      ),
    },
    { key: 'tries', header: t`Tries`, align: 'end', cell: ({ tries }) => tries },
    { key: 'when', header: t`Given up`, cell: ({ failed_at }) => <Ago time={failed_at} /> },
    {
      key: 'actions',
      header: t`Actions`,
      card: 'action',
      align: 'end',
      cell: ({ id, queue: name }) => (
        <Button size="sm" icon={RotateCw} onPress={() => one.mutate(id)} pending={one.isPending && one.variables === id}>
          <Trans>Try again</Trans>
          <span className="sr-only">: {name}</span>
        </Button>
      ),
    },
  ]
  return columns
}
