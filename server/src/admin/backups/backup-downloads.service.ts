import { backupFilePath } from '@twofold/contract/admin/backups'
import { Readable } from 'node:stream'
import { fail } from '../../platform/fail.ts'
import { constantTimeEqual, hashToken, newToken } from '../../platform/crypto/token.ts'
import type { BackupsDeps } from './backups.service.ts'
import type { BackupLocations } from './backup-locations.service.ts'

const downloadMilliseconds = 60_000

/** Milliseconds between two looks at the session that fetches a file. */
const lookEveryMs = 1_000

export function createBackupDownloads(deps: BackupsDeps, { requireFile, off }: BackupLocations) {
  const backups = deps.backups(deps.db)

  return {
    /** Answers where the file can be fetched once. */
    async offerDownload(sessionId: string, id: string): Promise<{ url: string; expires_at: string }> {
      const row = await requireFile(id)
      const token = newToken()
      const expiresAt = new Date(deps.clock.now() + downloadMilliseconds)
      await deps.transaction(async (tx) => {
        const download = { token_hash: hashToken(token), backup_id: id, session_id: sessionId, expires_at: expiresAt }
        await deps.backups(tx.db).putDownload(download)
        await tx.audit({ action: 'backup.downloaded', target: { kind: 'backup', id, name: row.file_name } })
      })
      return { url: `${backupFilePath}/${token}`, expires_at: expiresAt.toISOString() }
    },
    /** Undefined when the address was used, its minute is over, or another browser asks. `requireOpen` throws once the session has ended. */
    async openDownload(token: string, browserHalf: string | undefined) {
      const found = await backups.takeDownload(hashToken(token), deps.clock.date())
      if (found === undefined) return undefined
      const isTheirs =
        found.browser_hash === null || (browserHalf !== undefined && constantTimeEqual(hashToken(browserHalf), found.browser_hash))
      if (!isTheirs) return undefined
      const { file_name: name, object_key: key } = await requireFile(found.backup_id)
      const file = key === null ? await deps.files.openFile(name) : await off((store) => store.getWhole(key))
      if (file === undefined) return undefined
      const content = file.content instanceof Readable ? file.content : Readable.from(file.content, { objectMode: false })
      const { session_id: sessionId } = found
      let lookedAt = deps.clock.now()
      async function requireOpen(): Promise<void> {
        if (deps.clock.now() - lookedAt < lookEveryMs) return
        lookedAt = deps.clock.now()
        if (!(await backups.isOpen(sessionId, deps.clock.date()))) throw fail('auth.unauthenticated')
      }
      return { content, size: file.size, name, requireOpen }
    },
  }
}
