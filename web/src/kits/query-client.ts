import { QueryCache, QueryClient } from '@tanstack/react-query'
import { toast, type ToastOptions } from '../ui/toast.ts'
import { ApiError, failureMessage } from '../lib/api-error.ts'

interface FailureMeta extends Record<string, unknown> {
  /** Shown when the call fails and the server says nothing better. With neither this nor `failure` the screen itself shows the failure. */
  fallback?: string
  /** Replaces it: the whole sentence with the reason, as in 'Failed to save settings: {reason}'. */
  failure?: (reason: string) => string
  /** Milliseconds for which either stays. */
  duration?: number | undefined
  /** Offered beside it. */
  action?: ToastOptions['action']
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta
  }
}

/** The one place that shows failures which no screen shows by itself. */
export function showFailure(error: unknown, meta: FailureMeta | undefined): void {
  // After a 401 the sign-in screen explains it, as does the screen of a locked vault; and a user who dismissed the PIN prompt needs no error.
  const isKnown =
    error instanceof ApiError &&
    (error.status === 401 || error.code === 'vault.locked' || error.code === 'pin.required' || error.code === 'requests.waiting')
  if (meta === undefined || isKnown) return
  if (meta.failure) toast.error(meta.failure(failureMessage(error, error instanceof Error ? error.message : '')), meta)
  else if (meta.fallback !== undefined) toast.error(failureMessage(error, meta.fallback), meta)
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => showFailure(error, query.meta) }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Asking again helps in an outage only; a refusal stays one.
        retry: (failures, error) => failures < 2 && navigator.onLine && error instanceof ApiError && error.isOutage,
        // The server notices being offline by itself, and says it in our words.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Nothing reads an act's input and answer once its component is gone, and either may be a secret. By default they stay for minutes.
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })
}
