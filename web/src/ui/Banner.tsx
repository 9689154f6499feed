import './banner.css'
import type { ReactNode } from 'react'
import { Icon, type Outline } from './Icon.tsx'

/** A warning across the whole page that stays while it is true. `action`: a link to where something can be done about it. */
export function Banner({ icon, action, children }: { icon: Outline; action: ReactNode; children: ReactNode }) {
  return (
    <p className="ui-banner">
      <Icon icon={icon} />
      <span>{children}</span>
      {action}
    </p>
  )
}
