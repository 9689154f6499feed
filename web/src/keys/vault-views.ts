import { createStoredSetting } from '../lib/stored-setting.ts'

export const vaultViews = ['list', 'compact', 'cards'] as const
export type VaultView = (typeof vaultViews)[number]

/** Without a choice the view depends on the number of keys. */
export const viewSetting = createStoredSetting('key-view', ['fitting', ...vaultViews], 'fitting')

/** Keys from which on rows fit better than cards. */
const rowsFrom = 10

export function viewOf(chosen: VaultView | 'fitting', keys: number): VaultView {
  if (chosen !== 'fitting') return chosen
  return keys < rowsFrom ? 'cards' : 'list'
}
