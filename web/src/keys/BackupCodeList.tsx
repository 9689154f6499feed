import { Trans, useLingui } from '@lingui/react/macro'
import { type BackupCode, listBackupCodes } from '@twofold/contract/backup-codes'
import { useState } from 'react'
import { AskDialog } from '../kits/AskDialog.tsx'
import { Loaded } from '../kits/Loaded.tsx'
import { call } from '../lib/call.ts'
import { backupCodesKey, useRemoveBackupCode } from './backup-codes.ts'
import { BackupCodeRow } from './BackupCodeRow.tsx'
import { ShowingNote } from './ShowingNote.tsx'
import { useHideSoon } from './use-hide-soon.ts'
import { useShowing } from './use-showing.ts'

interface BackupCodeListProps {
  keyId: string
  isOwn: boolean
  /** The PIN was not entered. */
  onRefused: () => void
  onHide: () => void
}

export function BackupCodeList({ keyId, isOwn, onRefused, onHide }: BackupCodeListProps) {
  const { t } = useLingui()
  const showing = useShowing(backupCodesKey(keyId), () => call(listBackupCodes, { params: { id: keyId } }), onRefused)
  const at = showing.dataUpdatedAt
  return (
    <Loaded of={showing} failed={t`The backup codes could not be shown`}>
      {/* Added codes restart the minute. */}
      {({ data }) => <ShownCodes key={at} {...{ keyId, isOwn, onHide, at }} codes={data} />}
    </Loaded>
  )
}

interface ShownCodesProps {
  keyId: string
  isOwn: boolean
  codes: readonly BackupCode[]
  at: number
  onHide: () => void
}

function ShownCodes({ keyId, isOwn, codes, at, onHide }: ShownCodesProps) {
  const { t } = useLingui()
  const secondsLeft = useHideSoon(onHide)
  const [removing, setRemoving] = useState<BackupCode>()
  return (
    <>
      <ShowingNote at={at} secondsLeft={secondsLeft} isOwn={isOwn} />
      <ul className="divide-y divide-border" aria-label={t`Backup codes`}>
        {codes.map((code) => (
          <BackupCodeRow key={code.id} keyId={keyId} code={code} onRemove={() => setRemoving(code)} />
        ))}
      </ul>
      {removing && <RemoveCodeDialog keyId={keyId} code={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

function RemoveCodeDialog({ keyId, code: { id, code }, onClose }: { keyId: string; code: BackupCode; onClose: () => void }) {
  const { t } = useLingui()
  const remove = useRemoveBackupCode(keyId)
  return (
    <AskDialog
      act={remove}
      input={id}
      title={t`Remove backup code ${code}?`}
      onClose={onClose}
      confirmLabel={t`Remove`}
      pendingLabel={t`Removing...`}
    >
      <p>
        <Trans>It is removed here for everybody who has the key. At the service it keeps working.</Trans>
      </p>
    </AskDialog>
  )
}
