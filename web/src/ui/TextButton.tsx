import './text-button.css'
import type { ReactNode } from 'react'

/** An act within a line of text, which looks like a link. */
export function TextButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="text-button"
      // The field that has the focus keeps it until the click: its check on leaving could show an error and push this away from the pointer.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
