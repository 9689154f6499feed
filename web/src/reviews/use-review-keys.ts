import { useCallback } from 'react'

const rowsOf = () => [...document.querySelectorAll<HTMLElement>('[data-review-item]')]
const idOf = (row: HTMLElement | null | undefined) => row?.dataset['reviewItem']

/** Moves between the rows of a review, whose first button has the focus. */
export function useReviewKeys() {
  /** The row that has the focus; otherwise the first one without an answer. */
  const current = useCallback((): string | undefined => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-review-item]')
    return idOf(focused ?? rowsOf().find(({ dataset }) => dataset['state'] === 'open'))
  }, [])
  const focus = useCallback((row: HTMLElement | undefined) => {
    row?.querySelector('button')?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }, [])
  const move = useCallback(
    (by: 1 | -1) => {
      const rows = rowsOf().filter((row) => row.querySelector('button'))
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      focus(rows[at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)])
    },
    [focus],
  )
  /** Moves to the next unanswered row, once the row's buttons have changed with its answer. */
  const leave = useCallback(
    (ids: readonly string[]) =>
      requestAnimationFrame(() => {
        const rows = rowsOf()
        const at = rows.findLastIndex((row) => ids.includes(idOf(row) ?? ''))
        const next = [...rows.slice(at + 1), ...rows.slice(0, at + 1)].find(
          (row) => row.dataset['state'] === 'open' && !ids.includes(idOf(row) ?? ''),
        )
        focus(next ?? rows[at])
      }),
    [focus],
  )
  return { current, move, leave }
}
