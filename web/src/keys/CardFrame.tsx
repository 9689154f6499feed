import { Trans, useLingui } from '@lingui/react/macro'
import type { OwnKey, SharedKey } from '@twofold/contract/keys'
import { type ReactNode, useId } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Dotted } from '../ui/Dotted.tsx'
import type { KeyAct } from './KeyMenu.tsx'

export interface CardProps {
  code: ReactNode
  /** The own countdown of a key that has one. */
  ring: ReactNode
  onAct: (act: KeyAct) => void
}

interface CardFrameProps extends Omit<CardProps, 'onAct'> {
  item: OwnKey | SharedKey
  /** Before the name. */
  mark: ReactNode
  badge?: ReactNode
  note: ReactNode
  acts: ReactNode
}

export function CardFrame({ item, code, ring, mark, badge, note, acts }: CardFrameProps) {
  const titleId = useId()
  return (
    <article
      className="ui-card grid h-full grid-rows-[auto_auto_1fr] gap-4 p-4 has-checked:border-accent has-checked:shadow-[inset_0_0_0_1px_var(--accent)]"
      aria-labelledby={titleId}
    >
      <header className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3">
        {mark}
        <div className="min-w-0">
          <h3 id={titleId} className="truncate leading-[1.4]" title={item.name}>
            {item.name}
          </h3>
          <p className="truncate text-sm text-text-3">
            <KeyDetail item={item} />
          </p>
        </div>
        <div className="grid justify-items-end gap-1">
          {badge}
          {ring}
        </div>
      </header>
      <div className="grid content-start gap-3">
        {code}
        {item.tags.length > 0 && <Tags tags={item.tags} />}
      </div>
      <footer className="flex min-h-[calc(var(--h-sm)+0.75rem)] min-w-0 flex-wrap items-center gap-x-2 gap-y-1 self-end border-t border-border pt-3 text-sm text-text-3">
        {/* Beside the buttons where there is room for some words, else above them. */}
        <div className="flex min-w-0 flex-[1_1_7rem] items-center gap-2 wrap-anywhere [&_.text-button]:text-start [&_svg]:flex-none">
          {note}
        </div>
        <div className="flex flex-none gap-1 ms-auto">{acts}</div>
      </footer>
    </article>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  const { t } = useLingui()
  return (
    <ul className="flex flex-wrap gap-1" aria-label={t`Tags`}>
      {tags.map((tag) => (
        <li key={tag} className="min-w-0 wrap-anywhere *:whitespace-normal">
          <Badge>{tag}</Badge>
        </li>
      ))}
    </ul>
  )
}

/** The key's account; without one, its kind. */
function KeyDetail({ item }: { item: OwnKey | SharedKey }) {
  const names = [item.issuer === item.name ? null : item.issuer, item.account]
  if (names.some(Boolean)) return <Dotted names={names} />
  if (item.type === 'hotp') return <Trans>Counter-based</Trans>
  return item.type === 'steam' ? <Trans>Steam Guard</Trans> : <Trans>Time-based</Trans>
}
