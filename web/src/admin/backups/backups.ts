import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Backup, listBackups } from '@twofold/contract/admin/backups'
import { listHeldMail } from '@twofold/contract/mail-log/held'
import { queryOf } from '../../lib/query-of.ts'

export const backupsKey = ['admin', 'backups'] as const

export const isUnderWay = ({ state, is_verifying }: Backup) => state === 'waiting' || state === 'running' || is_verifying

/** Fetched again every second as long as something is under way. */
export const backupsQuery = queryOptions({
  ...queryOf([...backupsKey, 'list'], listBackups),
  refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? 1_000 : 60_000),
})

export const heldMailQuery = (page: number) => ({
  ...queryOf([...backupsKey, 'held', page], listHeldMail, { query: { page } }),
  placeholderData: keepPreviousData,
})
