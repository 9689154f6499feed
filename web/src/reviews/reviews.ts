import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerReview, getReview, listReviews, type ReviewItem, undoReviewAnswers, withdrawReview } from '@twofold/contract/reviews'
import { call } from '../lib/call.ts'
import { queryOf } from '../lib/query-of.ts'
import { toast } from '../ui/toast.ts'

/** Reviews in which the user's keys are in question. */
export const reviewsQuery = { ...queryOf(['reviews'], listReviews), staleTime: 0 }

export const reviewQuery = (id: string) => ({ ...queryOf(['reviews', id], getReview, { params: { id } }), staleTime: 0 })

/** Milliseconds in which the toast offers to take a revocation back; its row offers it for longer. */
const undoDuration = 10_000

type Answer = 'confirmed' | 'revoked' | 'undone'

/** Saves answers at once: on the page first, then as the server says. Two that follow each other are sent one after the other. */
export function useAnswer(id: string) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { queryKey } = reviewQuery(id)
  const show = (states: ReadonlyMap<string, ReviewItem['state']>, left?: number) =>
    client.setQueryData(queryKey, (shown) => {
      if (!shown) return shown
      const items = shown.items.map((item) => ({ ...item, state: states.get(item.id) ?? item.state }))
      const change = items.filter(({ state }) => state === 'open').length - shown.items.filter(({ state }) => state === 'open').length
      return { ...shown, items, review: { ...shown.review, left: left ?? shown.review.left + change } }
    })
  const mutation = useMutation({
    mutationFn: ({ items, answer }: { items: string[]; answer: Answer }) =>
      answer === 'undone'
        ? call(undoReviewAnswers, { params: { id }, body: { items } })
        : call(answerReview, { params: { id }, body: { items, answer } }),
    scope: { id: `review ${id}` },
    meta: { fallback: t`Your answer could not be saved. Please try again.` },
    onMutate: async ({ items, answer }) => {
      await client.cancelQueries({ queryKey })
      show(new Map(items.map((item) => [item, answer === 'undone' ? 'open' : answer])))
    },
    onSuccess: ({ items, left, message }, { answer }) => {
      show(new Map(items.map((item) => [item.id, item.state])), left)
      if (answer !== 'revoked') return
      const undo = () => mutation.mutate({ items: items.map((item) => item.id), answer: 'undone' })
      toast.success(message, { duration: undoDuration, action: { label: t`Undo`, onPress: undo } })
    },
    onError: () => client.invalidateQueries({ queryKey }),
    onSettled: () =>
      Promise.all(
        [['keys'], ['shares'], ['groups']].map((changed) => client.invalidateQueries({ queryKey: changed, refetchType: 'none' })),
      ),
  })
  return mutation
}

export function useWithdrawReview(id: string, onDone: () => void) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(withdrawReview, { params: { id } }),
    meta: { fallback: t`The review could not be withdrawn. Please try again.` },
    onSuccess: async ({ message }) => {
      toast.success(message)
      onDone()
      await client.invalidateQueries({ queryKey: ['reviews'], exact: true })
    },
  })
}
