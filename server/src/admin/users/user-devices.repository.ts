import type { Db } from '../../platform/database.ts'

/** Devices that a user signed in from. */
export function createUserDevices(db: Db) {
  return {
    listDevices: (userId: string, since: Date) =>
      db
        .selectFrom('known_devices')
        .where('user_id', '=', userId)
        .where('last_seen_at', '>', since)
        .select(['user_agent', 'ip', 'first_seen_at', 'last_seen_at'])
        .orderBy('last_seen_at', 'desc')
        .orderBy('device_hash')
        .execute(),
  }
}
