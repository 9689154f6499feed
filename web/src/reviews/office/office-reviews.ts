import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getOfficeReview, listOfficeReviews, remindReviewers, withdrawOfficeReview } from '@twofold/contract/admin/reviews'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'

export const officeReviewsQuery = (page = 1) =>
  queryOptions({
    queryKey: ['admin', 'reviews', 'list', page],
    queryFn: ({ signal }) => call(listOfficeReviews, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const officeReviewQuery = (id: string, page = 1) =>
  queryOptions({
    queryKey: ['admin', 'reviews', id, page],
    queryFn: ({ signal }) => call(getOfficeReview, { params: { id }, query: { page } }, { signal }),
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
