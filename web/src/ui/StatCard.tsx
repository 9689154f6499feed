import './stat-card.css'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Icon } from './Icon.tsx'
import { Skeleton } from './Loading.tsx'

type StatCardProps = {
  label: string
  /** The figure; left out while it is on its way. */
  value?: ReactNode
  /** What the figure is made of, or since when. */
  note?: ReactNode
  icon?: LucideIcon
}

/** One figure, named. */
export function StatCard({ label, value, note, icon }: StatCardProps) {
  const id = useId()
  return (
    <section className="ui-card ui-stat" aria-labelledby={id}>
      <h3 id={id}>
        {icon && <Icon icon={icon} />}
        {label}
      </h3>
      <p className="ui-stat-value">{value ?? <Skeleton width="4rem" height="1.5rem" />}</p>
      {note !== undefined && <p className="ui-stat-note">{value === undefined ? <Skeleton width="6rem" /> : note}</p>}
    </section>
  )
}

/** Figures of one kind, side by side where there is room. */
export function StatGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="ui-stats" aria-label={label}>
      <h2 className="sr-only">{label}</h2>
      {children}
    </section>
  )
}
