import { keepPreviousData } from '@tanstack/react-query'
import { type ActivityFilter, listActivity } from '@twofold/contract/profile'
import { queryOf } from '../lib/query-of.ts'

export interface ActivityView {
  /** From 1. */
  page: number
  /** Undefined: everything. */
  show?: ActivityFilter | undefined
}

/** A page of the own activity, newest first. The previous page stays visible while the next one loads. */
export const activityQuery = ({ page, show }: ActivityView) => ({
  ...queryOf(['profile', 'activity', { page, show }], listActivity, { query: { page, show } }),
  placeholderData: keepPreviousData,
})
