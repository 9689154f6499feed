import './disclosure.css'
import { ChevronRight } from './icons/ChevronRight.ts'
import { type ReactNode, useDeferredValue } from 'react'
import { Icon } from './Icon.tsx'

type DisclosureProps = { summary: ReactNode; open: boolean; onToggle: (open: boolean) => void; children: ReactNode }

/** A part that few people need. Its fields keep what is typed while it is closed. */
export function Disclosure({ summary, open, onToggle, children }: DisclosureProps) {
  // Hidden content is rendered after the visible surroundings.
  const isDrawn = useDeferredValue(true, false)
  return (
    <details className="ui-disclosure" open={open} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        <Icon icon={ChevronRight} />
        {summary}
      </summary>
      {(open || isDrawn) && <div className="mt-3">{children}</div>}
    </details>
  )
}
