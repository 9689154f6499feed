import type { ReactNode } from 'react'
import { failureMessage } from '../lib/api-error.ts'
import { ErrorState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Card } from '../ui/Panel.tsx'
import { StaleNotice } from '../ui/StaleNotice.tsx'

/** What is asked of the server, as `useQuery` answers it. */
export type Asked<Data> = { data: Data | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }

type LoadedProps<Data> = {
  of: Asked<Data>
  /** The sentence that it could not be loaded. */
  failed: string
  /** What is on its way, for screen readers. */
  loading?: string
  /** Its outline while it is on its way. */
  outline?: ReactNode
  /** `inset` in what has no padding of its own; `card` where nothing else frames it while there is no data. */
  frame?: 'inset' | 'card'
  level?: 2 | 3
  children: (data: Data) => ReactNode
}

/**
 * The one ladder of states: what was loaded, else that it could not be loaded with a way to try again, else that it is on its way. What was
 * loaded before stays when it cannot be loaded again, and the notice above says so.
 */
export function Loaded<Data>({ of, failed, loading, outline, frame, level = 3, children }: LoadedProps<Data>) {
  const { data, error, isFetching } = of
  const onRetry = () => void of.refetch()
  if (data !== undefined) {
    return (
      <>
        {error && (
          <div className={frame === 'inset' ? 'p-5' : 'pb-5'}>
            <StaleNotice title={failed} onRetry={onRetry} retrying={isFetching} />
          </div>
        )}
        {children(data)}
      </>
    )
  }
  const state = error ? (
    <ErrorState level={level} title={failed} onRetry={onRetry} retrying={isFetching}>
      {failureMessage(error, error.message)}
    </ErrorState>
  ) : (
    <Loading {...(loading !== undefined && { label: loading })}>{outline}</Loading>
  )
  if (frame === 'card') return <Card>{state}</Card>
  return frame === 'inset' && !error ? <div className="p-5">{state}</div> : state
}
