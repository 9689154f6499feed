import { useQuery } from '@tanstack/react-query'
import { getKeyIcon } from '@twofold/contract/key-icons'
import type { ReactNode } from 'react'
import { queryOf } from '../lib/query-of.ts'

/** A picture never changes under its name, so it is asked for once. */
const keyIconQuery = (id: string, icon: string) => ({
  ...queryOf(['key-icons', id, icon], getKeyIcon, { params: { id } }),
  staleTime: Infinity,
  retry: false,
})

interface OwnIconProps {
  id: string
  icon: string
  size: 'sm' | 'md' | 'lg'
  /** Placeholder until it is loaded, and if it cannot be. */
  children: ReactNode
}

export function OwnIcon({ id, icon, size, children }: OwnIconProps) {
  const { data } = useQuery(keyIconQuery(id, icon))
  if (data === undefined) return children
  return <img className="ui-tile" data-size={size} data-picture="" src={`data:image/png;base64,${data.png}`} alt="" draggable={false} />
}
