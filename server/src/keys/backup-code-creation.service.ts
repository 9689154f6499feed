import type { addBackupCodes } from '@twofold/contract/backup-codes'
import type { CallResponse } from '@twofold/contract/endpoint'
import { limits } from '@twofold/contract/limits'
import { v7 as uuid } from 'uuid'
import { say } from '@twofold/contract/sentences/sentences'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { BackupCodesServiceDeps } from './backup-codes.service.ts'
import { type BackupCodeSecrets, codePlace } from './backup-code-secrets.service.ts'

/** Adds backup codes to a key. */
export function createBackupCodeCreation(deps: BackupCodesServiceDeps, { requireKey, open, record }: BackupCodeSecrets) {
  return {
    async add(user: Identity, id: string, codes: string[]): Promise<CallResponse<typeof addBackupCodes>> {
      return deps.transaction(async (tx) => {
        const [, key, present] = await Promise.all([
          deps.access.lock(tx.db, user.id, id, 'admin'),
          requireKey(tx, user, id),
          deps.codes(tx.db).listOf(id),
        ])
        const dataKey = deps.crypto.openDataKey(key.data_key, key.owner_id)
        const known = new Set(open(present).map(({ code }) => code))
        const fresh = [...new Set(codes)].filter((code) => !known.has(code))
        const total = known.size + fresh.length
        if (total > limits.backupCodesPerKey) throw fail('keys.backup_codes_limit', { parameters: { limit: limits.backupCodesPerKey } })
        const rows = fresh.map((code) => ({ code, id: uuid() }))
        const sealed = rows.map((row) => ({
          id: row.id,
          key_id: id,
          code: dataKey.seal(codePlace(row.id, key.owner_id), row.code),
          created_at: deps.clock.date(),
          added_by: user.id,
        }))
        tx.writeLast(() => deps.codes(tx.db).put(sealed))
        if (fresh.length > 0) await record(tx, user, key, 'backup_codes_added')
        return { added: fresh.length, total, ...say('backup_codes.saved') }
      })
    },
  }
}
