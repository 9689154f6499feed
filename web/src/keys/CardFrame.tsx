import './keys.css'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OwnKey, SharedKey } from '@twofold/contract/keys'
import { type ReactNode, useId } from 'react'
import { Badge } from '../ui/Badge.tsx'
import type { KeyAct } from './KeyMenu.tsx'

export interface CardProps {
  /** The live code. */
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
    <article className="key-card" aria-labelledby={titleId}>
      <header className="key-head">
        {mark}
        <div className="min-w-0">
          <h3 id={titleId} title={item.name}>
            {item.name}
          </h3>
          <p>
            <KeyDetail item={item} />
          </p>
        </div>
        <div className="key-marks">
          {badge}
          {ring}
        </div>
      </header>
      <div className="grid content-start gap-3">
        {code}
        {item.tags.length > 0 && <Tags tags={item.tags} />}
      </div>
      <footer className="key-foot">
        <div className="key-note">{note}</div>
        <div className="flex flex-none gap-1 ms-auto">{acts}</div>
      </footer>
    </article>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  const { t } = useLingui()
  return (
    <ul className="key-tags" aria-label={t`Tags`}>
      {tags.map((tag) => (
        <li key={tag}>
          <Badge>{tag}</Badge>
        </li>
      ))}
    </ul>
  )
}

/** The key's account; without one, its kind. */
function KeyDetail({ item }: { item: OwnKey | SharedKey }) {
  const issuer = item.issuer === item.name ? null : item.issuer
  const names = [issuer, item.account].filter(Boolean).join(' · ')
  if (names) return names
  if (item.type === 'hotp') return <Trans>Counter-based</Trans>
  return item.type === 'steam' ? <Trans>Steam Guard</Trans> : <Trans>Time-based</Trans>
}
