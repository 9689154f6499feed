import type { Db } from '../platform/database.ts'
import { changesRow } from '../platform/row-counts.ts'

export interface BackupCodeRow {
  id: string
  code: Buffer
  used_at: Date | null
  used_by: string | null
}

/** A code with what opens it. */
export interface SealedCodeRow extends BackupCodeRow {
  owner_id: string
  data_key: Buffer
}

export function createBackupCodesRepository(db: Db) {
  const withUser = (keyId: string) =>
    db.selectFrom('backup_codes').leftJoin('people as users', 'users.id', 'backup_codes.used_by').where('key_id', '=', keyId)

  return {
    /** Includes the owner whose data key seals them, in one statement: between two, the key may change owners. */
    listOf: (keyId: string): Promise<SealedCodeRow[]> =>
      withUser(keyId)
        .innerJoin('keys', 'keys.id', 'backup_codes.key_id')
        .innerJoin('data_keys', 'data_keys.user_id', 'keys.owner_id')
        .select(['backup_codes.id', 'backup_codes.code', 'backup_codes.used_at', 'users.name as used_by'])
        .select(['keys.owner_id', 'data_keys.sealed as data_key'])
        .orderBy('backup_codes.created_at')
        .orderBy('backup_codes.id')
        .execute(),
    async put(codes: { id: string; key_id: string; code: Buffer; created_at: Date; added_by: string }[]): Promise<void> {
      if (codes.length > 0) await db.insertInto('backup_codes').values(codes).execute()
    },
    /** The first person who marked it is kept. False: there is no such code. */
    async mark(keyId: string, id: string, used: { at: Date; by: string } | null): Promise<boolean> {
      const code = await withUser(keyId).where('backup_codes.id', '=', id).select('used_at').executeTakeFirst()
      if (code === undefined) return false
      if (used === null || code.used_at === null) {
        await db
          .updateTable('backup_codes')
          .set({ used_at: used?.at ?? null, used_by: used?.by ?? null })
          .where('key_id', '=', keyId)
          .where('id', '=', id)
          .execute()
      }
      return true
    },
    find: (keyId: string, id: string) =>
      withUser(keyId).where('backup_codes.id', '=', id).select(['backup_codes.used_at', 'users.name as used_by']).executeTakeFirst(),
    remove: (keyId: string, id: string): Promise<boolean> =>
      changesRow(db.deleteFrom('backup_codes').where('key_id', '=', keyId).where('id', '=', id)),
    async reseal(id: string, code: Buffer): Promise<void> {
      await db.updateTable('backup_codes').set({ code }).where('id', '=', id).execute()
    },
  }
}

export type BackupCodesRepository = ReturnType<typeof createBackupCodesRepository>
