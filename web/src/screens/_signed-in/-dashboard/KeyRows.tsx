import './key-rows.css'
import { Trans } from '@lingui/react/macro'
import { Clock } from '../../../ui/icons/Clock.ts'
import { Pin } from '../../../ui/icons/Pin.ts'
import { UserRound } from '../../../ui/icons/UserRound.ts'
import { Users } from '../../../ui/icons/Users.ts'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { type AnyKey, isShared, type SectionName, type VaultSection } from '../../../keys/vault-sections.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { Icon, type Outline } from '../../../ui/Icon.tsx'
import { KeyRow } from './KeyRow.tsx'
import { useRowWindow } from './use-row-window.ts'

/** In pixels, as in key-rows.css. They grow with the text, whose size is chosen in the browser. */
function sizesForText() {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return { heading: 1.75 * rem, row: 3 * rem, tallRow: 3.5 * rem, tile: 4.5 * rem, tileGap: 0.5 * rem, tileWidth: 15 * rem }
}

/** Rows that have a number on the keyboard. */
const numbered = 9

interface KeyRowsProps {
  sections: readonly VaultSection[]
  isCompact: boolean
  /** The row that the panel is about and that Tab leads to. */
  currentId: string | undefined
  onCurrent: (id: string) => void
  onMore: (id: string) => void
  onKey: (event: KeyboardEvent, item: AnyKey, columns: number) => void
  /** Enter in the search copies the first row's code. */
  isSearching: boolean
}

/** All keys as rows, or as small cards in several columns, of which only those near the window are in the page. */
export function KeyRows({ sections, isCompact, currentId, onKey, isSearching, ...on }: KeyRowsProps) {
  const list = useRef<HTMLDivElement>(null)
  const near = useRowWindow(list)
  const [sizes] = useState(sizesForText)
  const isTall = useMedia('(max-width: 40rem) and (min-height: 30.01rem)')
  const columns = isCompact ? Math.max(1, Math.floor((near.width + sizes.tileGap) / (sizes.tileWidth + sizes.tileGap))) : 1
  const height = isCompact ? sizes.tile + sizes.tileGap : isTall ? sizes.tallRow : sizes.row
  const all = sections.flatMap(({ keys }) => keys)
  const stop = all.some(({ id }) => id === currentId) ? currentId : all[0]?.id
  let top = 0
  let before = 0
  return (
    <div
      ref={list}
      className="key-rows"
      data-compact={isCompact || undefined}
      data-searching={isSearching || undefined}
      onKeyDown={(event) => {
        const id = event.target instanceof HTMLElement ? event.target.dataset['key'] : undefined
        const item = id === undefined ? undefined : all.find((key) => key.id === id)
        if (item) onKey(event, item, columns)
      }}
    >
      {sections.map(({ name, keys }) => {
        const [start, first] = [top + (name === 'found' ? 0 : sizes.heading), before]
        const lines = Math.ceil(keys.length / columns)
        top = start + lines * height
        before += keys.length
        const from = Math.max(0, Math.floor((near.from - start) / height)) * columns
        const to = Math.max(0, Math.ceil((near.to - start) / height)) * columns
        return (
          <Section key={name} name={name} count={keys.length} height={lines * height}>
            {keys.map((item, index) => {
              const isStop = item.id === stop
              if (!isStop && (index < from || index >= to)) return null
              const column = index % columns
              return (
                <li
                  key={item.id}
                  className="key-row"
                  data-current={isStop || undefined}
                  data-shared={isShared(item) || undefined}
                  aria-setsize={keys.length}
                  aria-posinset={index + 1}
                  style={{
                    top: Math.floor(index / columns) * height,
                    height: isCompact ? sizes.tile : height,
                    ...(isCompact && { insetInlineStart: `calc((100% + ${sizes.tileGap}px) / ${columns} * ${column})` }),
                    ...(isCompact && { width: `calc((100% + ${sizes.tileGap}px) / ${columns} - ${sizes.tileGap}px)` }),
                  }}
                >
                  <KeyRow
                    item={item}
                    number={first + index < numbered ? first + index + 1 : undefined}
                    isStop={isStop}
                    isFirstHit={isSearching && first + index === 0}
                    {...on}
                  />
                </li>
              )
            })}
          </Section>
        )
      })}
    </div>
  )
}

const icons: Record<Exclude<SectionName, 'found'>, Outline> = { pinned: Pin, recent: Clock, own: UserRound, shared: Users }

function Section({ name, count, height, children }: { name: SectionName; count: number; height: number; children: React.ReactNode }) {
  const title = useId()
  const list = (
    <ul aria-labelledby={title} style={{ height }}>
      {children}
    </ul>
  )
  if (name === 'found') {
    return (
      <section>
        <h2 id={title} className="sr-only">
          <Trans>Keys found</Trans>
        </h2>
        {list}
      </section>
    )
  }
  return (
    <section>
      <h2 id={title} className="key-section">
        <Icon icon={icons[name]} size={12} />
        <SectionTitle name={name} /> <span>{count}</span>
      </h2>
      {list}
    </section>
  )
}

function SectionTitle({ name }: { name: Exclude<SectionName, 'found'> }) {
  switch (name) {
    case 'pinned':
      return <Trans>Pinned</Trans>
    case 'recent':
      return <Trans>Recent</Trans>
    case 'own':
      return <Trans>Yours</Trans>
    case 'shared':
      return <Trans>Shared with you</Trans>
  }
}
