import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Backup, listBackups } from '@twofold/contract/admin/backups'
import { listHeldMail } from '@twofold/contract/mail-log/held'
import { call } from '../../lib/call.ts'

export const backupsKey = ['admin', 'backups'] as const

export const isUnderWay = ({ state, is_verifying }: Backup) => state === 'waiting' || state === 'running' || is_verifying

/** Fetched again every second as long as something is under way. */
export const backupsQuery = queryOptions({
  queryKey: [...backupsKey, 'list'],
  queryFn: ({ signal }) => call(listBackups, undefined, { signal }),
  refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? 1_000 : 60_000),
})

export const heldMailQuery = (page: number) =>
  queryOptions({
    queryKey: [...backupsKey, 'held', page],
    queryFn: ({ signal }) => call(listHeldMail, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })
