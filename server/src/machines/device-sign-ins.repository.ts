import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../platform/retention.ts'
import { changesRow } from '../platform/row-counts.ts'

/** A program that waits until a person has typed its code. */
export interface DeviceSignIn {
  id: string
  program: string
  device: string | null
  address: string
  network: string
  created_at: Date
  expires_at: Date
  polled_at: Date | null
  interval_seconds: number
  user_id: string | null
  decision: 'approved' | 'denied' | null
}

const columns = sql`id, program, device, host(address) as address, network, created_at, expires_at, polled_at, interval_seconds, user_id, decision`

/** Programs that wait, and those that are signed in. */
export function createDeviceSignInsRepository(db: Db) {
  return {
    /** False: another one has this code. */
    async put(
      row: Omit<DeviceSignIn, 'polled_at' | 'user_id' | 'decision'> & { device_hash: Buffer; user_code: string },
    ): Promise<boolean> {
      return changesRow(
        db
          .insertInto('device_sign_ins')
          .values(row)
          .onConflict((conflict) => conflict.doNothing()),
      )
    },
    /** Held until the transaction ends: of two looks at once only one gets the token. */
    async lockByDevice(hash: Buffer): Promise<DeviceSignIn | undefined> {
      const { rows } = await sql<DeviceSignIn>`select ${columns} from device_sign_ins where device_hash = ${hash} for update`.execute(db)
      return rows[0]
    },
    async findByCode(userCode: string, now: Date): Promise<DeviceSignIn | undefined> {
      const { rows } = await sql<DeviceSignIn>`
        select ${columns} from device_sign_ins where user_code = ${userCode} and expires_at > ${now} and decision is null`.execute(db)
      return rows[0]
    },
    /** Undefined: the code is no longer valid, or was decided already. */
    async decide(userCode: string, userId: string, decision: 'approved' | 'denied', now: Date): Promise<DeviceSignIn | undefined> {
      const { rows } = await sql<DeviceSignIn>`
        update device_sign_ins set user_id = ${userId}, decision = ${decision}
        where user_code = ${userCode} and expires_at > ${now} and decision is null returning ${columns}`.execute(db)
      return rows[0]
    },
    async notePoll(id: string, polled_at: Date, interval_seconds: number): Promise<void> {
      await db.updateTable('device_sign_ins').set({ polled_at, interval_seconds }).where('id', '=', id).execute()
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('device_sign_ins').where('id', '=', id).execute()
    },
    removable: (until: Date): RetentionTask[] => [rowsUntil({ table: 'device_sign_ins', column: 'expires_at', until })],
  }
}

export type DeviceSignInsRepository = ReturnType<typeof createDeviceSignInsRepository>
