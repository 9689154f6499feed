import type { listBackupCodes, markBackupCode, removeBackupCode, addBackupCodes } from '@twofold/contract/backup-codes'
import type { CallResponse } from '@twofold/contract/endpoint'
import { say } from '@twofold/contract/sentences/sentences'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { AccessService } from './access.service.ts'
import type { BackupCodesRepository } from './backup-codes.repository.ts'
import type { KeysRepository } from './keys.repository.ts'
import type { SecretShowingsService } from './secret-showings.service.ts'
import { createBackupCodeSecrets, codePlace } from './backup-code-secrets.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'
import { limits } from '@twofold/contract/limits'
import { v7 as uuid } from 'uuid'

export interface BackupCodesServiceDeps extends Pick<ServiceDeps, 'clock' | 'transaction'> {
  codes: (db: Db) => BackupCodesRepository
  keys: (db: Db) => Pick<KeysRepository, 'findWhole'>
  access: Pick<AccessService, 'require' | 'lock'>
  showings: Pick<SecretShowingsService, 'begin'>
  crypto: Pick<Crypto, 'openDataKey'>
  activity: Pick<ActivityService, 'record'>
}

/** Codes of the guarded service for the day when the key is lost, kept with the key for its owner and for full control. */
export function createBackupCodesService(deps: BackupCodesServiceDeps) {
  const { requireKey, open, record } = createBackupCodeSecrets(deps)

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
    /** The route has asked for the PIN. */
    async list(user: Identity, id: string): Promise<CallResponse<typeof listBackupCodes>> {
      return deps.transaction(async (tx) => {
        const [, key, rows, recordShowing] = await Promise.all([
          deps.access.require(tx.db, user.id, id, 'admin'),
          requireKey(tx, user, id),
          deps.codes(tx.db).listOf(id),
          deps.showings.begin(tx, user, 'backup_codes'),
        ])
        const codes = open(rows)
        if (codes.length > 0) await recordShowing(key)
        return { data: codes }
      })
    },
    async mark(user: Identity, id: string, codeId: string, isUsed: boolean): Promise<CallResponse<typeof markBackupCode>> {
      return deps.transaction(async (tx) => {
        await deps.access.lock(tx.db, user.id, id, 'admin')
        const codes = deps.codes(tx.db)
        if (!(await codes.mark(id, codeId, isUsed ? { at: deps.clock.date(), by: user.id } : null)))
          throw fail('keys.backup_code_not_found')
        const [key, marked] = await Promise.all([requireKey(tx, user, id), codes.find(id, codeId)])
        await record(tx, user, key, isUsed ? 'backup_code_used' : 'backup_code_unused')
        return {
          used_at: marked?.used_at?.toISOString() ?? null,
          used_by: marked?.used_by ?? null,
          ...say(isUsed ? 'backup_codes.used' : 'backup_codes.unused'),
        }
      })
    },
    async remove(user: Identity, id: string, codeId: string): Promise<CallResponse<typeof removeBackupCode>> {
      return deps.transaction(async (tx) => {
        await deps.access.lock(tx.db, user.id, id, 'admin')
        if (!(await deps.codes(tx.db).remove(id, codeId))) throw fail('keys.backup_code_not_found')
        const key = await requireKey(tx, user, id)
        await record(tx, user, key, 'backup_code_removed')
        return say('backup_codes.removed')
      })
    },
  }
}

export type BackupCodesService = ReturnType<typeof createBackupCodesService>
