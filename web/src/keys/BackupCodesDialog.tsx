import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { LifeBuoy, Plus } from '../ui/icons.generated.ts'
import { useState } from 'react'
import { failureMessage } from '../lib/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { AddBackupCodesDialog } from './AddBackupCodesDialog.tsx'
import { BackupCodeList } from './BackupCodeList.tsx'
import { HiddenAgain } from './HiddenAgain.tsx'
import { keyDetailQuery } from './key-detail.ts'

interface BackupCodesDialogProps {
  item: { id: string; name: string }
  isOwn: boolean
  onClose: () => void
}

/** The codes that the guarded service handed out, for the day when its key is lost. How many there are needs no PIN; the codes do. */
export function BackupCodesDialog({ item, isOwn, onClose }: BackupCodesDialogProps) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useQuery(keyDetailQuery(item.id))
  const [view, setView] = useState<'closed' | 'open' | 'hidden'>('closed')
  const [isAdding, setAdding] = useState(false)
  const counts = data?.key.backup_codes ?? { total: 0, unused: 0 }
  const { total, unused } = counts
  const isOpen = view === 'open' && total > 0
  return (
    <>
      <Dialog
        title={t`Backup codes`}
        subtitle={item.name}
        onClose={onClose}
        footer={
          <>
            {data && total > 0 && (
              <Button icon={Plus} onPress={() => setAdding(true)}>
                <Trans>Add codes</Trans>
              </Button>
            )}
            <Button onPress={onClose}>
              <Trans>Done</Trans>
            </Button>
          </>
        }
      >
        {!data && !error && <Loading />}
        {!data && error && (
          <ErrorState level={3} title={t`The key could not be loaded`} onRetry={() => void refetch()} retrying={isFetching}>
            {failureMessage(error, error.message)}
          </ErrorState>
        )}
        {data && total === 0 && (
          <EmptyState
            icon={LifeBuoy}
            level={3}
            title={t`No backup codes yet`}
            action={
              <Button variant="primary" icon={Plus} onPress={() => setAdding(true)}>
                <Trans>Add codes</Trans>
              </Button>
            }
          >
            <Trans>Many services hand out codes for the day when the key is lost. Keep them here, encrypted.</Trans>
          </EmptyState>
        )}
        {data && total > 0 && view === 'closed' && (
          <EmptyState
            icon={LifeBuoy}
            level={3}
            title={t`${unused} of ${total} not used yet`}
            action={
              <Button variant="primary" onPress={() => setView('open')}>
                <Trans>Show codes</Trans>
              </Button>
            }
          >
            <Trans>They are behind your PIN, and each showing is logged.</Trans>
          </EmptyState>
        )}
        {isOpen && <BackupCodeList keyId={item.id} isOwn={isOwn} onRefused={() => setView('closed')} onHide={() => setView('hidden')} />}
        {data && total > 0 && view === 'hidden' && <HiddenAgain onShow={() => setView('open')} />}
      </Dialog>
      {isAdding && <AddBackupCodesDialog item={item} onClose={() => setAdding(false)} />}
    </>
  )
}
