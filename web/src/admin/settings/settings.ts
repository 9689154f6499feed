import { getSettings } from '@twofold/contract/admin/settings'
import { queryOf } from '../../lib/query-of.ts'

export const settingsKey = ['admin', 'settings'] as const

export const settingsQuery = queryOf(settingsKey, getSettings)
