import { keepPreviousData } from '@tanstack/react-query'
import { type ActivityFilter, listActivity } from '@twofold/contract/profile'
import { queryOf } from '../lib/query-of.ts'

export interface ActivityView {
  /** From 1. */
  page: number
  /** Undefined: all of it. */
  show?: ActivityFilter | undefined
}

/** What happened with the own account, a page at a time, newest first. The page before stays while the next one is on its way. */
export const activityQuery = ({ page, show }: ActivityView) => ({
  ...queryOf(['profile', 'activity', { page, show }], listActivity, { query: { page, show } }),
  placeholderData: keepPreviousData,
})
