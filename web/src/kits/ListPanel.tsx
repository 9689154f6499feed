import type { ReactNode } from 'react'
import { FilterBar } from '../ui/FilterBar.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { Panel } from '../ui/Panel.tsx'
import { type Asked, Loaded } from './Loaded.tsx'

type ListPanelProps<List> = {
  title: string
  of: Asked<List>
  /** Of `useListAddress`. */
  address: { page: number; goTo: (page: number) => void; isNarrow?: boolean; clear?: () => void }
  failed: string
  loading?: string
  /** Fields that narrow it down. */
  filters?: ReactNode
  /** Between filters and rows: a bar of acts on the selection, or filters of another kind. */
  above?: ReactNode
  /** In place of the total: which rows these are. */
  summary?: ReactNode
  /** Counts the rows below a list of one page, too. */
  isAlwaysCounted?: boolean
  /** In place of no rows. */
  empty: ReactNode
  children: (list: List) => ReactNode
}

/** A list in pages: filters, rows in one of their states, and the way to other pages. */
export function ListPanel<List extends { data: readonly unknown[]; last_page: number; total: number }>(props: ListPanelProps<List>) {
  const { title, of, address, failed, loading, filters, above, summary, isAlwaysCounted = false, empty, children } = props
  const { page, goTo } = address
  const list = of.data
  const isPaged = list !== undefined && (list.last_page > 1 || (isAlwaysCounted && list.total > 0))
  return (
    <Panel
      title={title}
      padding="none"
      footer={isPaged && <Pagination page={page} pages={list.last_page} total={list.total} summary={summary} onPage={goTo} />}
    >
      {filters !== undefined && <FilterBar onClear={address.isNarrow ? address.clear : undefined}>{filters}</FilterBar>}
      {above}
      <Loaded of={of} failed={failed} frame="inset" {...(loading !== undefined && { loading })}>
        {(data) => (data.data.length > 0 ? children(data) : empty)}
      </Loaded>
    </Panel>
  )
}
