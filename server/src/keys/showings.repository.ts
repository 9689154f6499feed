import type { Db } from '../platform/database.ts'

/** What lets somebody make codes without us. */
export type WhatWasShown = 'secret' | 'backup_codes' | 'export'

export interface ShowingRow {
  id: string
  key_id: string
  user_id: string
  what: WhatWasShown
  shown_at: Date
}

export function createShowingsRepository(db: Db) {
  return {
    async put(row: ShowingRow): Promise<void> {
      await db.insertInto('secret_showings').values(row).execute()
    },
  }
}

export type ShowingsRepository = ReturnType<typeof createShowingsRepository>
