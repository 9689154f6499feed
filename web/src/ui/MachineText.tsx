import type { ComponentPropsWithoutRef } from 'react'

/** Reads from left to right, whatever the direction of the page. For fields, and where an element of its own would be one too many. */
export const leftToRight = 'ltr-text'

type MachineTextProps = ComponentPropsWithoutRef<'code'> & {
  /** `p` for a block of its own. */
  as?: 'code' | 'span' | 'p'
}

/** A code, a secret, a link or an identifier: made for machines, and the same in every language. */
export function MachineText({ as: Element = 'code', className, ...rest }: MachineTextProps) {
  return <Element {...rest} className={className === undefined ? leftToRight : `${leftToRight} ${className}`} />
}
