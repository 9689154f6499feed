import type { addBackupCodes, listBackupCodes, markBackupCode, removeBackupCode } from '@twofold/contract/backup-codes'
import type { CallResponse } from '@twofold/contract/endpoint'
import { limits } from '@twofold/contract/limits'
import { v7 as uuid } from 'uuid'
import type { ActivityKind } from '@twofold/contract/activity-kinds'
import { say } from '@twofold/contract/sentences/sentences'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Place } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import type { AccessService } from './access.service.ts'
import type { BackupCodesRepository } from './backup-codes.repository.ts'
import type { KeysRepository } from './keys.repository.ts'
import type { ShowingsService } from './showings.service.ts'

export interface BackupCodesServiceDeps {
  transaction: Transaction
  codes: (db: Db) => BackupCodesRepository
  keys: (db: Db) => Pick<KeysRepository, 'findWhole'>
  access: Pick<AccessService, 'require' | 'lock'>
  showings: Pick<ShowingsService, 'record'>
  crypto: Pick<Crypto, 'openDataKey'>
  activity: Pick<ActivityService, 'record'>
  clock: Clock
}

export function codePlace(id: string, owner: string): Place {
  return { table: 'backup_codes', column: 'code', row: id, owner }
}

/** Codes of the guarded service for the day when the key is lost, kept with the key for its owner and for full control. */
export function createBackupCodesService(deps: BackupCodesServiceDeps) {
  const now = () => new Date(deps.clock.now())

  async function requireKey(tx: Tx, user: Identity, id: string) {
    const key = await deps.keys(tx.db).findWhole(id, user.id)
    if (key === undefined) throw fail('keys.not_found')
    return key
  }

  function open(rows: Awaited<ReturnType<BackupCodesRepository['listOf']>>) {
    const [first] = rows
    if (first === undefined) return []
    const { owner_id: owner, data_key: sealed } = first
    const dataKey = deps.crypto.openDataKey(sealed, owner)
    return rows.map(({ id, code, used_at: usedAt, used_by: usedBy }) => ({
      id,
      code: dataKey.open(codePlace(id, owner), code).toString(),
      used_at: usedAt?.toISOString() ?? null,
      used_by: usedBy,
    }))
  }

  async function record(tx: Tx, user: Identity, key: { owner_id: string; name: string }, kind: ActivityKind): Promise<void> {
    const entry = { kind, detail: { name: key.name } }
    await deps.activity.record(tx, { ...entry, userId: user.id })
    if (key.owner_id !== user.id)
      await deps.activity.record(tx, { ...entry, userId: key.owner_id, actor: { id: user.id, name: user.name } })
  }

  return {
    /** The route has asked for the PIN. */
    async list(user: Identity, id: string): Promise<CallResponse<typeof listBackupCodes>> {
      return deps.transaction(async (tx) => {
        const [, rows] = await Promise.all([deps.access.require(tx.db, user.id, id, 'admin'), deps.codes(tx.db).listOf(id)])
        const codes = open(rows)
        if (codes.length > 0) await deps.showings.record(tx, user, await requireKey(tx, user, id), 'backup_codes')
        return { data: codes }
      })
    },

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
          created_at: now(),
          added_by: user.id,
        }))
        tx.writeLast(() => deps.codes(tx.db).put(sealed))
        if (fresh.length > 0) await record(tx, user, key, 'backup_codes_added')
        return { added: fresh.length, total, ...say('backup_codes.saved') }
      })
    },

    async mark(user: Identity, id: string, codeId: string, isUsed: boolean): Promise<CallResponse<typeof markBackupCode>> {
      return deps.transaction(async (tx) => {
        await deps.access.lock(tx.db, user.id, id, 'admin')
        const codes = deps.codes(tx.db)
        if (!(await codes.mark(id, codeId, isUsed ? { at: now(), by: user.id } : null))) throw fail('keys.backup_code_not_found')
        const key = await requireKey(tx, user, id)
        await record(tx, user, key, isUsed ? 'backup_code_used' : 'backup_code_unused')
        const marked = await codes.find(id, codeId)
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
