import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { deleteBackup, downloadBackup, startBackup, verifyBackup } from '@twofold/contract/admin/backups'
import { useAct } from '../../kits/use-act.ts'
import { useQuestion } from '../../kits/use-question.ts'
import { call } from '../../lib/call.ts'
import { longLimitMs } from '../../lib/call-for-file.ts'
import { backupsKey } from './backups.ts'

export function useStartBackup() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useAct({
    async send() {
      try {
        return await call(startBackup)
      } finally {
        // The button may be quicker than the first list, which would then be taken for one that knows of the backup.
        await client.cancelQueries({ queryKey: backupsKey })
      }
    },
    failed: t`The backup could not be begun`,
    said: false,
    renews: [backupsKey],
  })
}

export function useVerifyBackup() {
  const { t } = useLingui()
  return useAct({
    send: (id: string) => call(verifyBackup, { params: { id } }),
    failed: t`The backup could not be read back`,
    said: false,
    renews: [backupsKey],
  })
}

export function useDeleteBackup() {
  const { t } = useLingui()
  return useAct({
    send: (id: string) => call(deleteBackup, { params: { id } }, { limitMs: longLimitMs }),
    failed: t`The backup could not be deleted`,
    renews: [backupsKey],
  })
}

/** The browser fetches the file by itself, straight to the disk: it may be larger than what a page can hold. */
export function useDownloadBackup() {
  const { t } = useLingui()
  return useQuestion(
    async ({ id, name }: { id: string; name: string }) => {
      const { url } = await call(downloadBackup, { params: { id } })
      const link = document.createElement('a')
      link.href = url
      link.download = name
      link.click()
    },
    t`The backup could not be downloaded`,
  )
}
