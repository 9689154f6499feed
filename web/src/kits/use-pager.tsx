import type { ReactNode } from 'react'
import { useExistingPage } from '../lib/use-existing-page.ts'
import { Pagination } from '../ui/Pagination.tsx'

type Pager = {
  of: { data: { last_page?: number; total?: number } | undefined; isPlaceholderData: boolean }
  page: number
  goTo: (page: number, how?: { replace?: boolean }) => void
  /** Replaces the total: which rows these are. */
  summary?: ReactNode
  /** Pages that the pager lists. */
  numbers?: 'ends' | 'nearest' | undefined
  /** Counts the rows below a list of one page, too. */
  isAlwaysCounted?: boolean | undefined
}

/** The pager of a list, or `false` for a list of one page. A missing page redirects to the last one. */
export function usePager({ of, page, goTo, summary, numbers = 'ends', isAlwaysCounted = false }: Pager): ReactNode {
  const { last_page: pages = 1, total = 0 } = of.data ?? {}
  useExistingPage(page, of.data === undefined || of.isPlaceholderData ? undefined : pages, goTo)
  const isPaged = pages > 1 || (isAlwaysCounted && total > 0)
  return isPaged && <Pagination page={page} pages={pages} total={total} summary={summary} numbers={numbers} onPage={goTo} />
}
