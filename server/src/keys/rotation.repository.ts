import type { RawBuilder } from 'kysely'
import type { Db } from '../platform/database.ts'

export interface RotationRow {
  id: string
  key_id: string
  rotated_by: string
  with_backup_codes: boolean
}

/** Clears up after a key's secret was replaced. `time`: the database's clock, which showings of secrets are written by as well. */
export function createRotationRepository(db: Db, time: () => RawBuilder<Date>) {
  return {
    async put(row: RotationRow): Promise<void> {
      await db
        .insertInto('secret_rotations')
        .values({ ...row, rotated_at: time() })
        .execute()
    },
    async removeBackupCodes(keyId: string): Promise<void> {
      await db.deleteFrom('backup_codes').where('key_id', '=', keyId).execute()
    },
  }
}

export type RotationRepository = ReturnType<typeof createRotationRepository>
