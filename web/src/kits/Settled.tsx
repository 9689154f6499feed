import type { ReactNode } from 'react'
import { Loading } from '../ui/Loading.tsx'

type SettledProps<Data> = {
  of: { data: Data | undefined; isPending: boolean }
  /** Its outline while it is on its way. */
  outline?: ReactNode
  children: (data: Data | undefined) => ReactNode
}

/** As `Loaded`, for what goes on whether it is known or not: `children` gets undefined where it could not be loaded. */
export function Settled<Data>({ of: { data, isPending }, outline, children }: SettledProps<Data>) {
  return isPending ? <Loading>{outline}</Loading> : children(data)
}
