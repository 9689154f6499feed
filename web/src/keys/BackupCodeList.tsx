import { Trans, useLingui } from '@lingui/react/macro'
import { type BackupCode, listBackupCodes } from '@twofold/contract/backup-codes'
import { useState } from 'react'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { backupCodesKey, useRemoveBackupCode } from './backup-codes.ts'
import { BackupCodeRow } from './BackupCodeRow.tsx'
import { ShowingNote } from './ShowingNote.tsx'
import { useHideSoon } from './use-hide-soon.ts'
import { useShowing } from './use-showing.ts'

interface BackupCodeListProps {
  keyId: string
  isOwn: boolean
  /** Nobody entered the PIN. */
  onRefused: () => void
  onHide: () => void
}

export function BackupCodeList({ keyId, isOwn, onRefused, onHide }: BackupCodeListProps) {
  const { t } = useLingui()
  const { data, dataUpdatedAt, error, refetch, isFetching } = useShowing(
    backupCodesKey(keyId),
    () => call(listBackupCodes, { params: { id: keyId } }),
    onRefused,
  )
  // After codes were added they are shown again, for a minute of their own.
  if (data) return <ShownCodes key={dataUpdatedAt} {...{ keyId, isOwn, onHide }} codes={data.data} at={dataUpdatedAt} />
  if (!error) return <Loading />
  return (
    <ErrorState level={3} title={t`The backup codes could not be shown`} onRetry={() => void refetch()} retrying={isFetching}>
      {failureMessage(error, error.message)}
    </ErrorState>
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
    <AlertDialog
      title={t`Remove backup code ${code}?`}
      onClose={onClose}
      onConfirm={() => remove.mutate(id, { onSettled: onClose })}
      pending={remove.isPending}
      confirmLabel={t`Remove`}
      pendingLabel={t`Removing...`}
    >
      <p>
        <Trans>It is gone from here for everybody who has the key. At the service it stays as good as it is.</Trans>
      </p>
    </AlertDialog>
  )
}
