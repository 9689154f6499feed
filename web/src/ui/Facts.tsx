import './facts.css'
import type { ReactNode } from 'react'

/** Names and what they are, one beneath the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="ui-facts">{children}</dl>
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="ui-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
