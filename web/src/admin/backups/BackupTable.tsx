import { Trans, useLingui } from '@lingui/react/macro'
import type { Backup } from '@twofold/contract/admin/backups'
import { Download } from '../../ui/icons/Download.ts'
import { Ellipsis } from '../../ui/icons/Ellipsis.ts'
import { ShieldCheck } from '../../ui/icons/ShieldCheck.ts'
import { Trash2 } from '../../ui/icons/Trash2.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { At } from '../../ui/At.tsx'
import { BackupState } from './BackupState.tsx'
import { isUnderWay } from './backups.ts'
import { sizeText } from './size-text.ts'

type BackupTableProps = {
  backups: readonly Backup[]
  onDownload: (backup: Backup) => void
  onVerify: (backup: Backup) => void
  onDelete: (backup: Backup) => void
}

export function BackupTable({ backups, onDownload, onVerify, onDelete }: BackupTableProps) {
  const { t } = useLingui()
  const columns: Column<Backup, 'made' | 'place' | 'state' | 'who' | 'size' | 'key' | 'actions'>[] = [
    {
      key: 'made',
      header: t`Backup`,
      card: 'title',
      cell: (backup) => (
        <span className="grid min-w-0">
          <span className="font-medium">
            <At time={backup.created_at} />
          </span>
          <span className="font-code text-xs wrap-anywhere text-text-2 @min-[44rem]/table:max-w-88 @min-[44rem]/table:min-w-36 @min-[50rem]/table:min-w-48">
            {backup.file_name}
          </span>
          {backup.state === 'completed' && !backup.is_here && (
            <span className="text-sm wrap-anywhere text-text-2">
              <Absence {...backup} />
            </span>
          )}
        </span>
      ),
    },
    { key: 'place', header: t`Location`, cell: (backup) => <Place {...backup} /> },
    { key: 'state', header: t`State`, cell: (backup) => <BackupState backup={backup} /> },
    { key: 'who', header: t`Made by`, wideOnly: true, cell: (backup) => <Maker {...backup} /> },
    {
      key: 'size',
      header: t`Size`,
      align: 'end',
      cell: ({ size }) => size !== null && <span className="whitespace-nowrap">{sizeText(size)}</span>,
    },
    {
      key: 'key',
      header: t`Opens with`,
      cell: ({ encrypted_with }) =>
        encrypted_with === 'password' ? (
          t`The backup password`
        ) : encrypted_with === 'master_key' ? (
          <span className="whitespace-nowrap">{t`The root key`}</span>
        ) : null,
    },
    {
      key: 'actions',
      header: t`Actions`,
      card: 'action',
      align: 'end',
      cell: (backup) => {
        const name = backup.file_name
        if (backup.state === 'waiting' || backup.state === 'running') return null
        const isUsable = backup.is_here && !isUnderWay(backup)
        return (
          <Menu trigger={<IconButton size="sm" icon={Ellipsis} label={t`Actions for ${name}`} />} label={t`Actions for ${name}`}>
            {backup.state === 'completed' && (
              <>
                <MenuItem icon={Download} isDisabled={!backup.is_here} onAction={() => onDownload(backup)}>{t`Download`}</MenuItem>
                <MenuItem icon={ShieldCheck} isDisabled={!isUsable} onAction={() => onVerify(backup)}>{t`Verify`}</MenuItem>
              </>
            )}
            <MenuItem icon={Trash2} danger onAction={() => onDelete(backup)}>{t`Delete`}</MenuItem>
          </Menu>
        )
      },
    },
  ]
  return <Table label={t`Backups`} columns={columns} rows={backups} rowKey={({ id }) => id} />
}

/** Location of the file. */
function Place({ location, state, is_here, node }: Backup) {
  const { t } = useLingui()
  if (location === 's3') return <span className="whitespace-nowrap">{t`Off-site`}</span>
  if (state !== 'completed') return null
  return is_here ? <span className="whitespace-nowrap">{t`This machine`}</span> : <span className="wrap-anywhere">{node ?? '—'}</span>
}

/** Reason why it is not available from here. */
function Absence({ location, node }: Backup) {
  if (location === 's3') return <Trans>Its bucket is no longer set up.</Trans>
  return node === null ? <Trans>The file is gone.</Trans> : <Trans>The file is not here, but was made on {node}.</Trans>
}

function Maker({ cause, made_by }: Backup) {
  if (made_by !== null) return <span className="wrap-break-word">{made_by.name}</span>
  if (cause === 'found') return <Trans>Found in the bucket</Trans>
  return cause === 'scheduled' ? (
    <span className="whitespace-nowrap">
      <Trans>The schedule</Trans>
    </span>
  ) : (
    <Trans>A command on the server</Trans>
  )
}
