import { lazy, Suspense, useState } from 'react'
import type { Incoming, KeyDialogName } from '../-dashboard/IncomingKeys.tsx'

const IncomingKeys = lazy(async () => ({ default: (await import('../-dashboard/IncomingKeys.tsx')).IncomingKeys }))
const HttpsDialog = lazy(async () => ({ default: (await import('../../../admin/first-steps/HttpsDialog.tsx')).HttpsDialog }))
const AddPasskeyDialog = lazy(async () => ({ default: (await import('../../../factors/AddPasskeyDialog.tsx')).AddPasskeyDialog }))
const RecoveryCodesDialog = lazy(async () => ({ default: (await import('../../../factors/RecoveryCodesDialog.tsx')).RecoveryCodesDialog }))
const ConnectMailDialog = lazy(async () => ({
  default: (await import('../../../mail-delivery/providers/ConnectMailDialog.tsx')).ConnectMailDialog,
}))
const FirstBackupDialog = lazy(async () => ({ default: (await import('../../../admin/backups/FirstBackupDialog.tsx')).FirstBackupDialog }))
const AddUserDialog = lazy(async () => ({ default: (await import('../../../admin/users/AddUserDialog.tsx')).AddUserDialog }))

/** Dialogs over the steps; adding a key has its own. */
export type StepDialogName = 'https' | 'passkey' | 'invite' | 'mail' | 'backup'

interface StepDialogsProps {
  open: StepDialogName | undefined
  onClose: () => void
  /** A step may be done now. */
  onChanged: () => void
  hasMail: boolean
  /** The administrator's own. */
  address: string
  keyDialog: KeyDialogName | null | undefined
  onKeyDialog: (dialog: KeyDialogName | null) => void
  incoming: Incoming | undefined
}

export function StepDialogs({ open, onClose, onChanged, hasMail, address, keyDialog, onKeyDialog, incoming }: StepDialogsProps) {
  const [codes, setCodes] = useState<string[]>()
  return (
    <Suspense>
      {open === 'https' && <HttpsDialog onClose={onClose} />}
      {open === 'passkey' && (
        <AddPasskeyDialog
          onClose={onClose}
          onDone={(made) => {
            onClose()
            setCodes(made)
            onChanged()
          }}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
      {open === 'invite' && (
        <AddUserDialog
          way={hasMail ? 'mail' : 'link'}
          onClose={() => {
            onClose()
            onChanged()
          }}
        />
      )}
      {open === 'mail' && <ConnectMailDialog address={address} onClose={onClose} onConnected={() => onChanged()} />}
      {open === 'backup' && (
        <FirstBackupDialog
          onClose={onClose}
          onStored={() => {
            onClose()
            onChanged()
          }}
        />
      )}
      {(keyDialog !== undefined || incoming) && (
        <IncomingKeys
          open={keyDialog}
          onOpen={(next) => {
            onKeyDialog(next)
            onChanged()
          }}
          incoming={incoming}
          onBusyChange={() => {}}
          onProvisioned={() => onChanged()}
        />
      )}
    </Suspense>
  )
}
