import type { OwnKey, SharedKey } from '@twofold/contract/keys'
import { useState } from 'react'
import { BackupCodesDialog } from '../../../keys/BackupCodesDialog.tsx'
import { DeleteKeyDialog } from '../../../keys/DeleteKeyDialog.tsx'
import { EditKeyDialog } from '../../../keys/EditKeyDialog.tsx'
import type { KeyAct } from '../../../keys/KeyMenu.tsx'
import { SecretDialog } from '../../../keys/SecretDialog.tsx'
import { LeaveKeyDialog } from '../../../sharing/grants/LeaveKeyDialog.tsx'
import { KeyAccess } from './KeyAccess.tsx'
import { RotateSecret } from './RotateSecret.tsx'

export type AskedKey = { act: KeyAct } & ({ own: OwnKey; shared?: never } | { own?: never; shared: SharedKey })

interface KeyDialogsProps {
  asked: AskedKey
  onClose: () => void
  onDeleted: (key: OwnKey, isAwaited: boolean) => void
  onLeft: () => void
}

/** The dialogs of a card. Fetched with the first one that somebody opens. */
export function KeyDialogs({ asked: { act: first, own, shared }, onClose, onDeleted, onLeft }: KeyDialogsProps) {
  const [act, setAct] = useState(first)
  const item = own ?? shared
  switch (act) {
    case 'edit':
      return <EditKeyDialog id={item.id} name={item.name} onClose={onClose} />
    case 'secret':
      return <SecretDialog item={item} isOwn={own !== undefined} onClose={onClose} />
    case 'rotate':
      return own && <RotateSecret item={own} onClose={onClose} />
    case 'backup-codes':
      return <BackupCodesDialog item={item} isOwn={own !== undefined} onClose={onClose} />
    case 'leave':
      return shared && <LeaveKeyDialog item={shared} onClose={onClose} onLeft={onLeft} />
    case 'delete':
      return own && <DeleteKeyDialog item={own} onClose={onClose} onDeleted={(isAwaited) => onDeleted(own, isAwaited)} />
    case 'share':
    case 'people':
    case 'usage':
      return (
        own && <KeyAccess item={own} view={act === 'usage' ? 'history' : 'people'} onClose={onClose} onRotate={() => setAct('rotate')} />
      )
  }
}
