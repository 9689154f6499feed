import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type BackupCode, type listBackupCodes, markBackupCode, removeBackupCode } from '@twofold/contract/backup-codes'
import type { CallResponse } from '@twofold/contract/endpoint'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { keyDetailQuery } from './key-detail.ts'

/** The codes while they are on the screen. */
export const backupCodesKey = (keyId: string) => ['backup-codes', keyId] as const

/** Changes the codes on the screen without asking for them again: that would be one more showing. */
function useChangeShown(keyId: string) {
  const client = useQueryClient()
  return (change: (codes: BackupCode[]) => BackupCode[]) => {
    const queryKey = backupCodesKey(keyId)
    const shownAt = client.getQueryState(queryKey)?.dataUpdatedAt
    client.setQueryData<CallResponse<typeof listBackupCodes>>(
      queryKey,
      (shown) => shown && { data: change(shown.data) },
      shownAt === undefined ? undefined : { updatedAt: shownAt },
    )
  }
}

export function useMarkBackupCode(keyId: string) {
  const { t } = useLingui()
  const changeShown = useChangeShown(keyId)
  return useAct({
    send: ({ id, used }: { id: string; used: boolean }) => call(markBackupCode, { params: { id: keyId, code_id: id }, body: { used } }),
    failed: t`Failed to mark the backup code. Please try again.`,
    renews: [keyDetailQuery(keyId).queryKey],
    waits: false,
    onAnswer: ({ used_at, used_by }, { id }) =>
      changeShown((codes) => codes.map((code) => (code.id === id ? { ...code, used_at, used_by } : code))),
  })
}

export function useRemoveBackupCode(keyId: string) {
  const { t } = useLingui()
  const changeShown = useChangeShown(keyId)
  return useAct({
    send: (id: string) => call(removeBackupCode, { params: { id: keyId, code_id: id } }),
    failed: t`Failed to remove the backup code. Please try again.`,
    renews: [keyDetailQuery(keyId).queryKey],
    waits: false,
    onAnswer: (_, id) => changeShown((codes) => codes.filter((code) => code.id !== id)),
  })
}
