import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureMessage } from '../../lib/api-error.ts'
import { ErrorState } from '../../ui/EmptyState.tsx'
import { Loading, Skeleton } from '../../ui/Loading.tsx'

type PanelContentProps<Item> = {
  query: Pick<UseQueryResult<readonly Item[]>, 'data' | 'error' | 'isFetching' | 'refetch'>
  failure: string
  empty: string
  children: (items: readonly Item[]) => ReactNode
}

/** A list in a panel, or why there is none. What was there stays when it cannot be asked for anew. */
export function PanelContent<Item>({ query: { data, error, isFetching, refetch }, failure, empty, children }: PanelContentProps<Item>) {
  const { t } = useLingui()
  if (data === undefined) {
    return error ? (
      <ErrorState level={3} title={failure} onRetry={() => void refetch()} retrying={isFetching}>
        {failureMessage(error, error.message)}
      </ErrorState>
    ) : (
      <div className="p-5">
        <Loading label={t`Loading...`}>
          <Skeleton height="8rem" />
        </Loading>
      </div>
    )
  }
  return data.length === 0 ? <p className="p-5 text-text-2">{empty}</p> : children(data)
}
