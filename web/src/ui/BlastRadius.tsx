import './blast-radius.css'
import type { ReactNode } from 'react'
import { numberText } from '../lib/number-text.ts'

/** Counts of what an act will affect, before it is confirmed: `<BlastRadius facts={[{ count: 14, label: 'keys' }]} />`. Counts of 0 are left out. */
export function BlastRadius({ label, facts }: { label: string; facts: readonly { count: number; label: ReactNode }[] }) {
  const named = facts.filter(({ count }) => count > 0)
  if (named.length === 0) return null
  return (
    <ul className="ui-blast" aria-label={label}>
      {named.map(({ count, label: text }, index) => (
        <li key={index}>
          <strong>{numberText(count)}</strong> {text}
        </li>
      ))}
    </ul>
  )
}
