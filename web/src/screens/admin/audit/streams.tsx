import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { AuditStream } from '@twofold/contract/admin/streams'
import { Plus } from '../../../ui/icons/Plus.ts'
import { RadioTower } from '../../../ui/icons/RadioTower.ts'
import { useState } from 'react'
import { RemoveStreamDialog } from '../../../admin/audit/RemoveStreamDialog.tsx'
import { StreamDialog } from '../../../admin/audit/StreamDialog.tsx'
import { StreamTable } from '../../../admin/audit/StreamTable.tsx'
import { streamsQuery } from '../../../admin/audit/streams.ts'
import { usePauseStream, useRetryStream } from '../../../admin/audit/use-stream-acts.ts'
import { ListPanel } from '../../../kits/ListPanel.tsx'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { Button } from '../../../ui/Button.tsx'

export const Route = createFileRoute('/admin/audit/streams')({ component: StreamsScreen })

type Open = { kind: 'add' } | { kind: 'edit' | 'remove'; stream: AuditStream }

function StreamsScreen() {
  const { t } = useLingui()
  const streams = useQuery(streamsQuery)
  const pause = usePauseStream()
  const retry = useRetryStream()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <AdminPage
      title={t`Audit streams`}
      subtitle={t`Where the audit log is sent, row by row with its hashes, so that a copy exists that nobody here can change.`}
      crumbs={[{ label: t`Audit Log`, to: '/admin/audit' }, { label: t`Streams` }]}
      actions={
        <Button variant="primary" icon={Plus} onPress={() => setOpen({ kind: 'add' })}>
          <Trans>Add stream</Trans>
        </Button>
      }
    >
      <ListPanel
        title={t`Streams`}
        of={streams}
        failed={t`The streams could not be loaded`}
        empty={{
          icon: RadioTower,
          title: t`No streams yet`,
          text: t`Send the audit log to a syslog server, an address, a bucket or a file.`,
        }}
      >
        {(data) => (
          <StreamTable
            streams={data.data}
            onEdit={(stream) => setOpen({ kind: 'edit', stream })}
            onPause={(stream) => pause.mutate(stream)}
            onRetry={({ id }) => retry.mutate(id)}
            onRemove={(stream) => setOpen({ kind: 'remove', stream })}
          />
        )}
      </ListPanel>
      {open?.kind === 'add' && <StreamDialog onClose={close} />}
      {open?.kind === 'edit' && <StreamDialog stream={open.stream} onClose={close} />}
      {open?.kind === 'remove' && <RemoveStreamDialog stream={open.stream} onClose={close} />}
    </AdminPage>
  )
}
