import type { ReactNode } from 'react'
import { type Asked, Loaded } from '../../../../kits/Loaded.tsx'
import { Skeleton } from '../../../../ui/Loading.tsx'

type PanelContentProps<Item> = {
  query: Asked<readonly Item[]>
  failure: string
  empty: string
  children: (items: readonly Item[]) => ReactNode
}

/** A list in a panel, or why there is none. */
export function PanelContent<Item>({ query, failure, empty, children }: PanelContentProps<Item>) {
  return (
    <Loaded of={query} failed={failure} outline={<Skeleton height="8rem" />} frame="inset" empty={empty}>
      {children}
    </Loaded>
  )
}
