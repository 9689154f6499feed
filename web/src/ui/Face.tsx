import './face.css'
import type { CSSProperties } from 'react'
import { Icon, type Outline } from './Icon.tsx'
import { hueOf } from './hue.ts'
import { initials } from './initials.ts'

/** A person's initials in a circle. Decorative, so the name must be next to it. */
export function Face({
  name,
  letters = 2,
  size = 'md',
  icon,
  look,
}: {
  name: string
  letters?: 1 | 2
  size?: 'sm' | 'md' | 'lg'
  icon?: Outline
  /** `waiting`: not yet somebody with an account. `program`: no person. */
  look?: 'waiting' | 'program' | undefined
}) {
  return (
    <span className="ui-face" data-size={size} data-look={look} aria-hidden="true">
      {icon ? <Icon icon={icon} /> : initials(name, letters)}
    </span>
  )
}

interface TileProps {
  name: string
  /** A mark in a square of 24 units, in one color. */
  path?: string
  size?: 'sm' | 'md' | 'lg'
  /** Text that determines the color behind initials. */
  hueOf?: string
}

/** A thing, such as a key: initials on a square, or a mark. */
export function Tile({ name, path, size = 'md', hueOf: text }: TileProps) {
  const hue = text !== undefined && { 'data-hue': '', style: { '--hue': hueOf(text) } as CSSProperties }
  return (
    <span className="ui-tile" aria-hidden="true" data-size={size} {...hue}>
      {path ? (
        <svg viewBox="0 0 24 24" width={20} height={20} fill="currentColor">
          <path d={path} />
        </svg>
      ) : (
        initials(name)
      )}
    </span>
  )
}
