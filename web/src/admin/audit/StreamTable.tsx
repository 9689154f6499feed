import { useLingui } from '@lingui/react/macro'
import type { AuditStream } from '@twofold/contract/admin/streams'
import { Ellipsis } from '../../ui/icons/Ellipsis.ts'
import { Pause } from '../../ui/icons/Pause.ts'
import { Pencil } from '../../ui/icons/Pencil.ts'
import { Play } from '../../ui/icons/Play.ts'
import { RotateCw } from '../../ui/icons/RotateCw.ts'
import { Trash2 } from '../../ui/icons/Trash2.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { StreamProgress, StreamState } from './StreamState.tsx'
import { useStreamKinds } from './use-stream-kinds.ts'

type StreamTableProps = {
  streams: readonly AuditStream[]
  onEdit: (stream: AuditStream) => void
  onPause: (stream: AuditStream) => void
  onRetry: (stream: AuditStream) => void
  onRemove: (stream: AuditStream) => void
}

export function StreamTable({ streams, onEdit, onPause, onRetry, onRemove }: StreamTableProps) {
  const { t } = useLingui()
  const kinds = useStreamKinds()
  const columns: Column<AuditStream, 'name' | 'state' | 'sent' | 'actions'>[] = [
    {
      key: 'name',
      header: t`Stream`,
      card: 'title',
      cell: ({ name, kind, destination }) => (
        <span className="grid min-w-0">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="text-sm text-text-2 wrap-anywhere">
            {kinds[kind]}: {destination}
          </span>
        </span>
      ),
    },
    { key: 'state', header: t`State`, cell: (stream) => <StreamState stream={stream} /> },
    { key: 'sent', header: t`Sent up to`, cell: (stream) => <StreamProgress stream={stream} /> },
    {
      key: 'actions',
      header: t`Actions`,
      card: 'action',
      align: 'end',
      cell: (stream) => {
        const { name, is_active: isActive, state } = stream
        return (
          <Menu trigger={<IconButton size="sm" icon={Ellipsis} label={t`Actions for ${name}`} />} label={t`Actions for ${name}`}>
            {state === 'failing' && <MenuItem icon={RotateCw} onAction={() => onRetry(stream)}>{t`Try now`}</MenuItem>}
            <MenuItem icon={Pencil} onAction={() => onEdit(stream)}>{t`Edit`}</MenuItem>
            <MenuItem icon={isActive ? Pause : Play} onAction={() => onPause(stream)}>
              {isActive ? t`Pause` : t`Resume`}
            </MenuItem>
            <MenuItem icon={Trash2} danger onAction={() => onRemove(stream)}>{t`Remove`}</MenuItem>
          </Menu>
        )
      },
    },
  ]
  return <Table label={t`Streams of the audit log`} columns={columns} rows={streams} rowKey={({ id }) => id} />
}
