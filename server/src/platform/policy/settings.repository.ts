import type { Db } from '../database.ts'
import { lockAdvisory } from '../advisory-lock.ts'

export interface StoredSetting {
  name: string
  value: unknown
}

const settingsLock = 7_246_835_427 // any number that no other application uses on the same database

export function createSettingsStoreRepository(db: Db) {
  return {
    list: (): Promise<StoredSetting[]> => db.selectFrom('installation_settings').select(['name', 'value']).execute(),
    /** Serializes administrators who save at the same time. */
    lock: (): Promise<void> => lockAdvisory(db, settingsLock),
    async put(name: string, value: unknown, by: string, now: Date): Promise<void> {
      const values = { value: JSON.stringify(value), changed_by: by, changed_at: now }
      await db
        .insertInto('installation_settings')
        .values({ name, ...values })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
        .execute()
    },
    async remove(name: string): Promise<void> {
      await db.deleteFrom('installation_settings').where('name', '=', name).execute()
    },
    findLastChange: (names: readonly string[]) =>
      db
        .selectFrom('installation_settings')
        .leftJoin('people', 'people.id', 'changed_by')
        .where('installation_settings.name', 'in', [...names])
        .orderBy('changed_at', 'desc')
        .limit(1)
        .select(['changed_at', 'people.name as by'])
        .executeTakeFirst(),
  }
}

export type SettingsRepository = ReturnType<typeof createSettingsStoreRepository>
