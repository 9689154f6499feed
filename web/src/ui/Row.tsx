import './row.css'
import type { ComponentProps } from 'react'

/** One thing of a list: what marks it, what it is, and what stands at its end. `stacks`: beneath, on a phone. */
export function Row({ stacks, className = '', ...props }: ComponentProps<'li'> & { stacks?: boolean }) {
  return <li {...props} className={`ui-row ${className}`} data-stacks={stacks || undefined} />
}
