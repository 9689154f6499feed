import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getOfficeReview, listOfficeReviews, remindReviewers, withdrawOfficeReview } from '@twofold/contract/admin/reviews'
import { call } from '../../lib/call.ts'
import { toast } from '../../ui/toast.ts'

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
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(act === 'remind' ? remindReviewers : withdrawOfficeReview, { params: { id } }),
    meta: {
      fallback:
        act === 'remind' ? t`The owners could not be reminded. Please try again.` : t`The review could not be withdrawn. Please try again.`,
    },
    onSuccess: ({ message }) => toast.success(message),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'reviews'] }),
  })
}
