import { queryOptions } from '@tanstack/react-query'
import { getSettings } from '@twofold/contract/admin/settings'
import { call } from '../../lib/call.ts'

export const settingsKey = ['admin', 'settings'] as const

export const settingsQuery = queryOptions({
  queryKey: settingsKey,
  queryFn: ({ signal }) => call(getSettings, undefined, { signal }),
})
