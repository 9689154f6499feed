import { Plural, useLingui } from '@lingui/react/macro'
import { ChevronLeft } from './icons/ChevronLeft.ts'
import { ChevronRight } from './icons/ChevronRight.ts'
import type { ReactNode } from 'react'
import { Button, IconButton } from './Button.tsx'
import { nearestPages, pageNumbers } from './page-numbers.ts'

type PaginationProps = {
  /** From 1. */
  page: number
  pages: number
  onPage: (page: number) => void
  /** All rows, over all pages. */
  total?: number
  /** Replaces the total: which rows these are. */
  summary?: ReactNode
  /** `nearest`: only two pages to each side of the current one. */
  numbers?: 'ends' | 'nearest'
}

export function Pagination({ page, pages, onPage, total, summary, numbers = 'ends' }: PaginationProps) {
  const { t } = useLingui()
  return (
    <nav className="flex flex-wrap items-center justify-between gap-3" aria-label={t`Pages`}>
      <span className="text-sm text-text-2">
        {summary ?? (total !== undefined && <Plural value={total} one="# result" other="# results" />)}
      </span>
      <div className="flex items-center gap-1">
        <IconButton
          size="sm"
          icon={ChevronLeft}
          label={t`Previous page`}
          onPress={() => onPage(page - 1)}
          disabledReason={page <= 1 ? t`This is the first page.` : undefined}
        />
        <span className="px-2 text-sm text-text-2 tabular-nums sm:hidden">{t`Page ${page} of ${pages}`}</span>
        <span className="flex items-center gap-1 max-sm:hidden">
          {(numbers === 'nearest' ? nearestPages : pageNumbers)(page, pages).map((number, index) =>
            number === undefined ? (
              <span key={`gap-${index}`} className="px-1 text-text-3" aria-hidden="true">
                …
              </span>
            ) : (
              <Button
                key={number}
                size="sm"
                variant="quiet"
                className="tabular-nums"
                aria-label={t`Page ${number}`}
                {...(number === page && { 'aria-current': 'page' })}
                onPress={() => onPage(number)}
              >
                {number}
              </Button>
            ),
          )}
        </span>
        <IconButton
          size="sm"
          icon={ChevronRight}
          label={t`Next page`}
          onPress={() => onPage(page + 1)}
          disabledReason={page >= pages ? t`This is the last page.` : undefined}
        />
      </div>
    </nav>
  )
}
