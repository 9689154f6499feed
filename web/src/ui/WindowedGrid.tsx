import './windowed-grid.css'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface WindowedGridProps {
  ids: readonly string[]
  labelledBy: string
  /** Pixels. Columns are as many as fit, like those of a grid with `minmax(itemWidth, 1fr)`. */
  itemWidth: number
  /** Pixels; a guess until a row is on the screen. */
  itemHeight: number
  /** Draws the item at this place of `ids`. */
  children: (index: number) => ReactNode
}

const gap = 16
/** Rows beyond the edges of the screen. */
const overscan = 3

/**
 * A grid of many items, of which only those near the screen are in the page, and the one with the focus. Each says which of how many it is,
 * since a screen reader cannot count what is not there.
 */
export function WindowedGrid({ ids, labelledBy, itemWidth, itemHeight, children }: WindowedGridProps) {
  const list = useRef<HTMLDivElement>(null)
  const { columns, top } = usePlace(list, itemWidth)
  const [focusedId, setFocusedId] = useState<string>()
  const focusedRow = focusedId === undefined ? -1 : Math.floor(ids.indexOf(focusedId) / columns)
  const rows = useWindowVirtualizer({
    count: Math.ceil(ids.length / columns),
    estimateSize: () => itemHeight,
    gap,
    overscan,
    scrollMargin: top,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range)
      return focusedRow < 0 || near.includes(focusedRow) ? near : [...near, focusedRow].sort((one, other) => one - other)
    },
  })
  return (
    <div
      ref={list}
      role="list"
      aria-labelledby={labelledBy}
      className="windowed-grid"
      style={{ height: rows.getTotalSize() }}
      onBlur={() => setFocusedId(undefined)}
    >
      {rows.getVirtualItems().map((row) => (
        <div
          key={row.key}
          ref={rows.measureElement}
          role="presentation"
          data-index={row.index}
          className="windowed-row"
          style={{ transform: `translateY(${row.start - top}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        >
          {ids.slice(row.index * columns, (row.index + 1) * columns).map((id, column) => (
            <div
              key={id}
              role="listitem"
              aria-setsize={ids.length}
              aria-posinset={row.index * columns + column + 1}
              className="min-w-0"
              onFocus={() => setFocusedId(id)}
            >
              {children(row.index * columns + column)}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Number of columns that fit, and position of the list in the document. */
function usePlace(list: RefObject<HTMLDivElement | null>, itemWidth: number) {
  const [place, setPlace] = useState({ columns: 1, top: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const look = () => {
      const columns = Math.max(1, Math.floor((element.clientWidth + gap) / (itemWidth + gap)))
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY)
      setPlace((known) => (known.columns === columns && known.top === top ? known : { columns, top }))
    }
    look()
    const observer = new ResizeObserver(look)
    // Content above it changes size too, and moves it.
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list, itemWidth])
  return place
}
