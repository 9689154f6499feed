import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { LifeBuoy } from '../ui/icons/LifeBuoy.ts'
import { Plus } from '../ui/icons/Plus.ts'
import { useState } from 'react'
import { Loaded } from '../kits/Loaded.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
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
  const detail = useQuery(keyDetailQuery(item.id))
  const [view, setView] = useState<'closed' | 'open' | 'hidden'>('closed')
  const [isAdding, setAdding] = useState(false)
  const { total, unused } = detail.data?.key.backup_codes ?? { total: 0, unused: 0 }
  const noCodes = (
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
  )

  function keptCodes() {
    if (view === 'open')
      return <BackupCodeList keyId={item.id} isOwn={isOwn} onRefused={() => setView('closed')} onHide={() => setView('hidden')} />
    if (view === 'hidden') return <HiddenAgain onShow={() => setView('open')} />
    return (
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
    )
  }

  return (
    <>
      <Dialog
        title={t`Backup codes`}
        subtitle={item.name}
        onClose={onClose}
        footer={
          <>
            {total > 0 && (
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
        <Loaded of={detail} failed={t`The key could not be loaded`}>
          {() => (total > 0 ? keptCodes() : noCodes)}
        </Loaded>
      </Dialog>
      {isAdding && <AddBackupCodesDialog item={item} onClose={() => setAdding(false)} />}
    </>
  )
}
