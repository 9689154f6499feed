import { useLingui } from '@lingui/react/macro'
import type { ReviewItem } from '@twofold/contract/reviews'
import { useState } from 'react'
import { useShortcut } from '../lib/use-shortcut.ts'
import { useAnswer } from './reviews.ts'
import { useReviewKeys } from './use-review-keys.ts'

/** Answers rows, also by keys of the keyboard about the row that has the focus. */
export function useAnswers(id: string, items: readonly ReviewItem[], options: { enabled: boolean }) {
  const { t } = useLingui()
  const { mutate } = useAnswer(id)
  const { current, move, leave } = useReviewKeys()
  const [last, setLast] = useState<string[]>([])

  function answer(answered: readonly ReviewItem[], what: 'confirmed' | 'revoked' | 'undone') {
    const ids = answered
      .filter(({ state }) => (what === 'undone' ? state === 'confirmed' || state === 'revoked' : state === 'open'))
      .map((item) => item.id)
    if (ids.length === 0) return
    mutate({ items: ids, answer: what })
    setLast(what === 'undone' ? [] : ids)
    if (what !== 'undone') leave(ids)
  }
  const act = (what: 'confirmed' | 'revoked') => {
    const row = current()
    answer(
      items.filter((item) => item.id === row),
      what,
    )
  }
  const confirmAll = () => {
    const about = items.find((item) => item.id === current())?.about
    answer(
      items.filter((item) => item.about.id === about?.id),
      'confirmed',
    )
  }
  useShortcut('j', t`Next row`, () => move(1), options)
  useShortcut('k', t`Previous row`, () => move(-1), options)
  useShortcut('c', t`Confirm`, () => act('confirmed'), options)
  useShortcut('r', t`Revoke`, () => act('revoked'), options)
  useShortcut('a', t`Confirm all of a key`, confirmAll, options)
  useShortcut(
    'z',
    t`Undo the last answer`,
    () =>
      answer(
        items.filter((item) => last.includes(item.id)),
        'undone',
      ),
    options,
  )
  return answer
}
