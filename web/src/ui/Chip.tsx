import './badge.css'
import type { ReactNode } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'

/** A filter that is on or off. */
export function Chip({
  isSelected,
  onChange,
  children,
}: {
  isSelected: boolean
  onChange: (selected: boolean) => void
  children: ReactNode
}) {
  return (
    <ToggleButton className="ui-chip" isSelected={isSelected} onChange={onChange}>
      {children}
    </ToggleButton>
  )
}
