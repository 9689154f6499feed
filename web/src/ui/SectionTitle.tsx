import type { ReactNode } from 'react'

interface SectionTitleProps {
  id?: string
  /** How many, or a few words. */
  note?: ReactNode
  className?: string
  children: ReactNode
}

/** Names a part of a panel or a dialog, in small letters. */
export function SectionTitle({ id, note, className = 'min-h-6', children }: SectionTitleProps) {
  return (
    <h3 id={id} className={`flex flex-wrap items-baseline gap-x-2 text-xs font-bold text-text-2 ${className}`}>
      {children}
      {note !== undefined && <small className="text-xs font-normal text-text-3">{note}</small>}
    </h3>
  )
}
