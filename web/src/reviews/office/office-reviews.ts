import { useLingui } from '@lingui/react/macro'
import { keepPreviousData } from '@tanstack/react-query'
import { getOfficeReview, listOfficeReviews, remindReviewers, withdrawOfficeReview } from '@twofold/contract/admin/reviews'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { queryOf } from '../../lib/query-of.ts'

export const officeReviewsQuery = (page = 1) => ({
  ...queryOf(['admin', 'reviews', 'list', page], listOfficeReviews, { query: { page } }),
  placeholderData: keepPreviousData,
})

export const officeReviewQuery = (id: string, page = 1) => ({
  ...queryOf(['admin', 'reviews', id, page], getOfficeReview, { params: { id }, query: { page } }),
  placeholderData: keepPreviousData,
})

/** Reminds owners, or ends a review early. */
export function useOfficeAct(id: string, act: 'remind' | 'withdraw') {
  const { t } = useLingui()
  return useAct({
    send: () => call(act === 'remind' ? remindReviewers : withdrawOfficeReview, { params: { id } }),
    failed:
      act === 'remind' ? t`The owners could not be reminded. Please try again.` : t`The review could not be withdrawn. Please try again.`,
    renews: [['admin', 'reviews']],
  })
}
