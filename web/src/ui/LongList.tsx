import './long-list.css'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef, useState } from 'react'

type LongListProps = {
  ids: readonly string[]
  label: string
  /** Scrolls on its own even if short, because something follows it. */
  isFramed?: boolean
  /** Draws the item at this place of `ids`. */
  children: (index: number) => ReactNode
}

/** Items from which on only those near the screen are drawn. */
const manyItems = 100
/** Pixels; a guess until a row is on the screen. */
const itemHeight = 64
const overscan = 6

/**
 * A list in a frame, of any length: of many items only those in sight are in the page, and the one with the focus. Each then says which of how
 * many it is, since a screen reader cannot count what is not there.
 */
export function LongList(props: LongListProps) {
  if (props.ids.length > manyItems) return <WindowedList {...props} />
  return (
    <ul className="ui-long-list" aria-label={props.label} data-framed={props.isFramed}>
      {props.ids.map((id, index) => (
        <li key={id}>{props.children(index)}</li>
      ))}
    </ul>
  )
}

function WindowedList({ ids, label, children }: LongListProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [focusedId, setFocusedId] = useState<string>()
  const focused = focusedId === undefined ? -1 : ids.indexOf(focusedId)
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => frame.current,
    getItemKey: (index) => ids[index] ?? index,
    estimateSize: () => itemHeight,
    overscan,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range)
      return focused < 0 || near.includes(focused) ? near : [...near, focused].sort((one, other) => one - other)
    },
  })
  return (
    // Scrollable areas must be reachable by keyboard.
    <div ref={frame} className="ui-long-list" data-framed="" data-windowed="" role="group" aria-label={label} tabIndex={0}>
      <ul style={{ height: rows.getTotalSize() }} aria-label={label} onBlur={() => setFocusedId(undefined)}>
        {rows.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            aria-setsize={ids.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
            onFocus={() => setFocusedId(ids[index])}
          >
            {children(index)}
          </li>
        ))}
      </ul>
    </div>
  )
}
