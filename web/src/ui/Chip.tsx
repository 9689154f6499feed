import './badge.css'
import type { ReactNode } from 'react'
// Not React Aria's toggle button, which does no more than this and adds 3 kB.
import { Button } from 'react-aria-components/Button'

/** A filter that is on or off. */
export function Chip({
  isSelected,
  onChange,
  children,
}: {
  isSelected: boolean
  /** `isAdded`: with Ctrl, or Cmd on a Mac, beside what is chosen already. */
  onChange: (selected: boolean, how: { isAdded: boolean }) => void
  children: ReactNode
}) {
  return (
    <Button
      className="ui-chip"
      aria-pressed={isSelected}
      data-selected={isSelected || undefined}
      onPress={({ ctrlKey, metaKey }) => onChange(!isSelected, { isAdded: ctrlKey || metaKey })}
    >
      {children}
    </Button>
  )
}
