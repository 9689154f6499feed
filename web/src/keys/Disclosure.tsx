import './keys.css'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../ui/Icon.tsx'

interface DisclosureProps {
  summary: ReactNode
  open: boolean
  onToggle: (open: boolean) => void
  children: ReactNode
}

/** A part of a form that few people need. Its fields keep what is typed while it is closed. */
export function Disclosure({ summary, open, onToggle, children }: DisclosureProps) {
  return (
    <details className="advanced" open={open} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        <Icon icon={ChevronRight} />
        {summary}
      </summary>
      <div className="mt-3">{children}</div>
    </details>
  )
}
