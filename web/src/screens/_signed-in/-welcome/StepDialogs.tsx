import { Suspense, useState } from 'react'
import type { Incoming, KeyDialogName } from '../-dashboard/IncomingKeys.tsx'
import { latePart } from '../../../lib/late-part.ts'

const IncomingKeys = latePart(() => import('../-dashboard/IncomingKeys.tsx').then((module) => module.IncomingKeys))
const HttpsDialog = latePart(() => import('../../../admin/first-steps/HttpsDialog.tsx').then((module) => module.HttpsDialog))
const AddPasskeyDialog = latePart(() => import('../../../factors/AddPasskeyDialog.tsx').then((module) => module.AddPasskeyDialog))
const RecoveryCodesDialog = latePart(() => import('../../../factors/RecoveryCodesDialog.tsx').then((module) => module.RecoveryCodesDialog))
const ConnectMailDialog = latePart(() =>
  import('../../../mail-delivery/providers/ConnectMailDialog.tsx').then((module) => module.ConnectMailDialog),
)
const FirstBackupDialog = latePart(() => import('../../../admin/backups/FirstBackupDialog.tsx').then((module) => module.FirstBackupDialog))
const AddUserDialog = latePart(() => import('../../../admin/users/AddUserDialog.tsx').then((module) => module.AddUserDialog))

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
