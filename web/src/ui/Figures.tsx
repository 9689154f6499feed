import './figures.css'
import type { ReactNode } from 'react'
import { Icon, type Outline } from './Icon.tsx'
import { Skeleton } from './Loading.tsx'

export type Figure = {
  /** Shown as the name. */
  label: string
  icon?: Outline
  /** Undefined while it is on its way. */
  value: ReactNode
  /** A few words beneath it. */
  note?: ReactNode
}

/** Facts in a number or a word, side by side; in pairs on narrow screens. `isBare`: without a frame, for use in a panel. */
export function Figures({ label, figures, isBare = false }: { label: string; figures: readonly Figure[]; isBare?: boolean }) {
  return (
    <dl className={isBare ? 'ui-figures' : 'ui-card ui-figures'} aria-label={label}>
      {figures.map((figure) => (
        <div key={figure.label} className="ui-figure">
          <dt>
            {figure.icon && <Icon icon={figure.icon} />}
            <span>{figure.label}</span>
          </dt>
          <dd>
            <span className="ui-figure-value">{figure.value ?? <Skeleton width="3rem" height="1.25rem" />}</span>
            {figure.note && <span className="ui-figure-note">{figure.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
