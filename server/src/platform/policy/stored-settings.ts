import { type SettingName, type Settings, settings } from '@twofold/contract/admin/settings'
import type { StoredSetting } from './settings.repository.ts'

export const settingNames = Object.keys(settings.shape) as SettingName[]

/** Stored values that are still valid; an invalid one, written by another version, is ignored. */
export function readStored(rows: readonly StoredSetting[]): Partial<Settings> {
  const fitting = rows.flatMap(({ name, value }) => {
    const field = settingNames.find((known) => known === name)
    const parsed = field === undefined ? undefined : settings.shape[field].safeParse(value)
    return parsed?.success === true ? [[name, parsed.data]] : []
  })
  return Object.fromEntries(fitting) as Partial<Settings>
}
