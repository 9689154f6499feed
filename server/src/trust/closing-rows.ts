import type { Db } from '../platform/database.ts'

/** Changes to an account that trust decides and the noun accounts stores. */
export interface ClosingRows {
  doubtAddress: (db: Db, userId: string) => Promise<void>
  holdClosed: (db: Db, userId: string, until: Date) => Promise<void>
  closeSecrets: (db: Db, userId: string, until: Date) => Promise<void>
  close: (db: Db, userId: string, now: Date, until: { secrets: Date; codes: Date | null }) => Promise<void>
  stop: (db: Db, userId: string, now: Date) => Promise<boolean>
  recordProof: (db: Db, userId: string, options: { secretsToo: boolean }) => Promise<void>
}
