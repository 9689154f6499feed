import type { ComponentProps, ReactNode } from 'react'
import { Face } from '../../ui/Face.tsx'

interface SheetRowProps extends ComponentProps<'li'> {
  face: Omit<ComponentProps<typeof Face>, 'letters'>
  /** Name, and an address beneath it. */
  who: ReactNode
  state: ReactNode
}

/** Somebody who has the key, had it or wants it. `children` stand at the end, or beneath. */
export function SheetRow({ face, who, state, className = '', children, ...props }: SheetRowProps) {
  return (
    <li
      {...props}
      className={`relative grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 py-2 max-sm:grid-cols-[auto_minmax(0,1fr)_auto] ${className}`}
    >
      <Face {...face} letters={1} />
      <div className="min-w-0 wrap-anywhere">
        {who}
        <div className="text-sm text-text-3">{state}</div>
      </div>
      {children}
    </li>
  )
}
