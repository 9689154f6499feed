import type { Db } from '../../platform/database.ts'

/** Where a user is signed in. */
export function createUserDevices(db: Db) {
  return {
    listSessions: (userId: string, now: Date) =>
      db
        .selectFrom('sessions')
        .where('user_id', '=', userId)
        .where('is_pending', '=', false)
        .where('expires_at', '>', now)
        .where('idle_expires_at', '>', now)
        .select(['id', 'ip', 'user_agent', 'remember', 'created_at', 'seen_at'])
        .orderBy('seen_at', 'desc')
        .orderBy('id')
        .execute(),
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
