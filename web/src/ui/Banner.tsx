import './banner.css'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** A warning across the whole page that stays while it is true. `action`: a link to where something can be done about it. */
export function Banner({ icon, action, children }: { icon: LucideIcon; action: ReactNode; children: ReactNode }) {
  return (
    <p className="ui-banner">
      <Icon icon={icon} />
      <span>{children}</span>
      {action}
    </p>
  )
}
