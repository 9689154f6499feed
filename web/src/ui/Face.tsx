import './face.css'
import type { LucideIcon } from 'lucide-react'
import { Icon } from './Icon.tsx'
import { initials } from './initials.ts'

/** A person: initials in a circle. Decoration, so the name must stand beside it. */
export function Face({
  name,
  letters = 2,
  size = 'md',
  icon,
}: {
  name: string
  letters?: 1 | 2
  size?: 'sm' | 'md' | 'lg'
  icon?: LucideIcon
}) {
  return (
    <span className="ui-face" data-size={size} aria-hidden="true">
      {icon ? <Icon icon={icon} /> : initials(name, letters)}
    </span>
  )
}

/** A thing, such as a key: initials on a square, never a brand's logo. */
export function Tile({ name, icon }: { name: string; icon?: LucideIcon }) {
  return (
    <span className="ui-tile" aria-hidden="true">
      {icon ? <Icon icon={icon} size={20} /> : initials(name)}
    </span>
  )
}
