import './badge.css'
import type { ReactNode } from 'react'
import { Icon, type Outline } from './Icon.tsx'

/** `share-admin` (orange) and `share-view` (green) mark share levels and nothing else. */
export type BadgeTone = 'neutral' | 'success' | 'warning' | 'danger' | 'info' | 'accent' | 'share-admin' | 'share-view'

export function Badge({ tone = 'neutral', icon, children }: { tone?: BadgeTone; icon?: Outline; children: ReactNode }) {
  return (
    <span className="ui-badge" data-tone={tone}>
      {icon && <Icon icon={icon} size={12} />}
      {children}
    </span>
  )
}
