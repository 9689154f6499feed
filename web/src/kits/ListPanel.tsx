import type { ReactNode } from 'react'
import { FilterBar } from '../ui/FilterBar.tsx'
import { Panel } from '../ui/Panel.tsx'
import { type Asked, Loaded, type Nothing } from './Loaded.tsx'
import { usePager } from './use-pager.tsx'

type ListPanelProps<List> = {
  title: string
  of: Asked<List> & { isPlaceholderData: boolean }
  /** From `useListAddress`, if the list is paged. A missing page redirects to the last one. */
  address?: { page: number; goTo: (page: number, how?: { replace?: boolean }) => void; isNarrow?: boolean; clear?: () => void }
  failed: string | ((reason: string) => string)
  loading?: string
  outline?: ReactNode
  actions?: ReactNode
  /** Introduction above everything else. */
  intro?: ReactNode
  /** Fields that narrow it down. */
  filters?: ReactNode
  /** Between filters and rows: a bar of acts on the selection, or filters of another kind. */
  above?: ReactNode
  /** Replaces the total: which rows these are. */
  summary?: ReactNode
  /** Below the rows of a list that has no pages. */
  footer?: ReactNode
  /** Pages that the pager lists. */
  numbers?: 'ends' | 'nearest'
  /** Counts the rows below a list of one page, too. */
  isAlwaysCounted?: boolean
  empty: Nothing
  children: (list: List) => ReactNode
}

/** A list in a panel: filters, rows in one of their states, and the way to other pages. */
export function ListPanel<List extends { data: readonly unknown[]; last_page?: number; total?: number }>(props: ListPanelProps<List>) {
  const { title, of, address, actions, intro, filters, above, summary, numbers, isAlwaysCounted, footer, ...state } = props
  const { page, goTo } = address ?? { page: 1, goTo: () => {} }
  const pager = usePager({ of, page, goTo, summary, numbers, isAlwaysCounted })
  return (
    <Panel title={title} padding="none" actions={actions} footer={address ? pager : footer}>
      {intro}
      {filters !== undefined && <FilterBar onClear={address?.isNarrow ? address.clear : undefined}>{filters}</FilterBar>}
      {above}
      <Loaded of={of} frame="inset" {...state} />
    </Panel>
  )
}
