import type { ReactNode } from 'react'
import { Loading } from '../ui/Loading.tsx'

type SettledProps<Data> = {
  of: { data: Data | undefined; isPending: boolean }
  /** Loading text for screen readers. */
  loading?: string
  outline?: ReactNode
  children: (data: Data | undefined) => ReactNode
}

/** Like `Loaded`, for content that renders either way: `children` gets undefined if loading failed. */
export function Settled<Data>({ of: { data, isPending }, loading, outline, children }: SettledProps<Data>) {
  return isPending ? <Loading {...(loading !== undefined && { label: loading })}>{outline}</Loading> : children(data)
}
