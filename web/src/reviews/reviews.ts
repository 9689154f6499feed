import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { answerReview, getReview, listReviews, type ReviewItem, undoReviewAnswers, withdrawReview } from '@twofold/contract/reviews'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { queryOf } from '../lib/query-of.ts'

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
  const act = useAct({
    send: ({ items, answer }: { items: string[]; answer: Answer }) =>
      answer === 'undone'
        ? call(undoReviewAnswers, { params: { id }, body: { items } })
        : call(answerReview, { params: { id }, body: { items, answer } }),
    scope: `review ${id}`,
    failed: t`Your answer could not be saved. Please try again.`,
    said: ({ message }, { answer }) => answer === 'revoked' && { message, duration: undoDuration },
    undo:
      ({ items }) =>
      () => {
        act.mutate({ items: items.map((item) => item.id), answer: 'undone' })
      },
    isUndo: ({ answer }) => answer === 'undone',
    async shows({ items, answer }) {
      await client.cancelQueries({ queryKey })
      const before = new Map(client.getQueryData(queryKey)?.items.map(({ id: item, state }) => [item, state]))
      show(new Map(items.map((item) => [item, answer === 'undone' ? 'open' : answer])))
      return () => show(new Map(items.map((item) => [item, before.get(item) ?? 'open'])))
    },
    renews: [['keys'], ['shares'], ['groups']].map((changed) => ({ queryKey: changed, refetchType: 'none' as const })),
    onAnswer: ({ items, left }) => show(new Map(items.map((item) => [item.id, item.state])), left),
    onRefused: () => client.invalidateQueries({ queryKey }),
  })
  return act
}

export function useWithdrawReview(id: string, onDone: () => void) {
  const { t } = useLingui()
  return useAct({
    send: () => call(withdrawReview, { params: { id } }),
    failed: t`The review could not be withdrawn. Please try again.`,
    // Not the review itself, which is gone.
    renews: [{ queryKey: ['reviews'], exact: true }],
    onDone: (_, isAwaited) => isAwaited && onDone(),
  })
}
