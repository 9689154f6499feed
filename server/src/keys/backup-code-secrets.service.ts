import type { ActivityKind } from '@twofold/contract/activity-kinds'
import type { Place } from '../platform/crypto/sealed-value.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { BackupCodesRepository } from './backup-codes.repository.ts'
import type { BackupCodesServiceDeps } from './backup-codes.service.ts'

export function createBackupCodeSecrets(deps: BackupCodesServiceDeps) {
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

  return { requireKey, open, record }
}

export function codePlace(id: string, owner: string): Place {
  return { table: 'backup_codes', column: 'code', row: id, owner }
}
