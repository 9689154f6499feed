import type { OwnKey, SharedKey } from '@twofold/contract/keys'
import { BackupCodesDialog } from '../../../keys/BackupCodesDialog.tsx'
import { DeleteKeyDialog } from '../../../keys/DeleteKeyDialog.tsx'
import { EditKeyDialog } from '../../../keys/EditKeyDialog.tsx'
import { findRow, shareButtonId } from '../../../keys/key-buttons.ts'
import type { KeyAct } from '../../../keys/KeyMenu.tsx'
import { SecretDialog } from '../../../keys/SecretDialog.tsx'
import { KeySharing } from '../../../sharing/KeySharing.tsx'
import { LeaveKeyDialog } from '../../../sharing/LeaveKeyDialog.tsx'
import { RotateSecret } from './RotateSecret.tsx'

/** What somebody wants to do with a key, an own one or one of others. */
export type AskedKey = { act: KeyAct } & ({ own: OwnKey; shared?: never } | { own?: never; shared: SharedKey })

interface KeyDialogsProps {
  asked: AskedKey
  onClose: () => void
  onDeleted: (key: OwnKey) => void
  onLeft: () => void
}

/** The dialogs of a card. Fetched with the first one that somebody opens. */
export function KeyDialogs({ asked: { act, own, shared }, onClose, onDeleted, onLeft }: KeyDialogsProps) {
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
      return own && <DeleteKeyDialog item={own} onClose={onClose} onDeleted={() => onDeleted(own)} />
    case 'share':
    case 'people':
    case 'usage':
      return own && <KeySharing item={own} view={act} onClose={endSharing} />
  }

  /** These dialogs lead to one another, and each has the focus from one that is gone. */
  function endSharing() {
    onClose()
    setTimeout(() => (document.getElementById(shareButtonId(item.id)) ?? findRow(item.id))?.focus())
  }
}
