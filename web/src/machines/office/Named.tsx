import type { ReactNode } from 'react'

/** Subject of a row, with a smaller line beneath it and badges. */
export function Named({ name, note, children }: { name: ReactNode; note?: ReactNode; children?: ReactNode }) {
  return (
    <span className="ui-lines">
      <span className="font-medium wrap-anywhere">{name}</span>
      {note && <span className="text-sm text-text-2 wrap-anywhere">{note}</span>}
      {children}
    </span>
  )
}
