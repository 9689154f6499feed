import './stat-card.css'
import { createContext, type ReactNode, use, useId } from 'react'
import { Icon, type Outline } from './Icon.tsx'
import { Skeleton } from './Loading.tsx'

type StatCardProps = {
  label: string
  /** The figure; left out while it is on its way. */
  value?: ReactNode
  /** Breakdown of the figure, or its period. */
  note?: ReactNode
  icon?: Outline
}

const Failed = createContext(false)

export function StatCard({ label, value, note, icon }: StatCardProps) {
  const id = useId()
  const isFailed = use(Failed)
  const isComing = value === undefined && !isFailed
  return (
    <section className="ui-card ui-stat" aria-labelledby={id}>
      <h3 id={id}>
        {icon && <Icon icon={icon} />}
        {label}
      </h3>
      <p className="ui-stat-value">{isComing ? <Skeleton width="4rem" height="1.5rem" /> : (value ?? '—')}</p>
      {note !== undefined && (isComing || value !== undefined) && (
        <p className="ui-stat-note">{isComing ? <Skeleton width="6rem" /> : note}</p>
      )}
    </section>
  )
}

/** Figures of one kind, side by side if there is room. `isFailed`: missing figures will not arrive; the reason is shown elsewhere. */
export function StatGrid({ label, isFailed = false, children }: { label: string; isFailed?: boolean; children: ReactNode }) {
  return (
    <Failed value={isFailed}>
      <section className="ui-stats" aria-label={label}>
        <h2 className="sr-only">{label}</h2>
        {children}
      </section>
    </Failed>
  )
}
