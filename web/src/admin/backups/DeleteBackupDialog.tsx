import { Trans, useLingui } from '@lingui/react/macro'
import type { Backup } from '@twofold/contract/admin/backups'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { At } from '../../ui/At.tsx'
import { sizeText } from './size-text.ts'
import { useDeleteBackup } from './use-backup-acts.ts'

/** Asks before a backup goes, and says when it is the last good one. */
export function DeleteBackupDialog({ backup, isLast, onClose }: { backup: Backup; isLast: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const remove = useDeleteBackup()
  const { created_at, state, size, location } = backup
  const weight = size === null ? '' : sizeText(size)
  return (
    <AskDialog
      title={state === 'failed' ? t`Remove this entry?` : t`Delete this backup?`}
      onClose={onClose}
      act={remove}
      input={backup.id}
      confirmLabel={state === 'failed' ? t`Remove` : t`Delete backup`}
    >
      <p>
        {state === 'failed' ? (
          <Trans>
            The try of <At time={created_at} /> leaves the list. It has no file.
          </Trans>
        ) : location === 's3' ? (
          <Trans>
            The copy of <At time={created_at} /> is deleted from the bucket. A file on the machine stays. This cannot be undone.
          </Trans>
        ) : (
          <Trans>
            The backup of <At time={created_at} /> and its file of {weight} are deleted. This cannot be undone.
          </Trans>
        )}
      </p>
      {isLast && (
        <Alert type="warning" title={t`This is the only backup`}>
          <Trans>Nothing can be restored until another one is made.</Trans>
        </Alert>
      )}
    </AskDialog>
  )
}
