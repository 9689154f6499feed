import type { BackupSchedule } from '@twofold/contract/admin/backups'
import type { Identity } from '../../platform/identity.ts'
import type { BackupsDeps } from './backups.service.ts'

export function createBackupSchedule(deps: BackupsDeps) {
  return {
    async confirmSecret(by: Identity): Promise<void> {
      const kind = deps.files.encryptedWith
      await deps.transaction(async (tx) => {
        await deps.backups(tx.db).putSecretSaved(kind, by.id, deps.clock.date())
        await tx.audit({ action: 'backup.secret_saved', target: { kind: 'backup' }, after: { encrypted_with: kind } })
      })
    },
    async changeSchedule(by: Identity, schedule: BackupSchedule): Promise<void> {
      await deps.transaction(async (tx) => {
        const rows = deps.backups(tx.db)
        const { since: _, ...before } = await rows.readSchedule()
        await rows.putSchedule(schedule, by.id, deps.clock.date())
        await tx.audit({ action: 'backup.schedule_changed', target: { kind: 'backup' }, before, after: schedule })
      })
    },
  }
}
