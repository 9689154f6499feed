import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../lib/api-error.ts'

/**
 * Fetches data behind the PIN once, as each showing is logged: no automatic refetch, and nothing is cached once it is off the screen. `onRefused`:
 * the PIN was not entered.
 */
export function useShowing<Data>(what: readonly [name: string, keyId: string], load: () => Promise<Data>, onRefused: () => void) {
  const showing = useQuery({
    queryKey: what,
    queryFn: load,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const isRefused = showing.error instanceof ApiError && showing.error.code === 'pin.required'
  const refused = useEffectEvent(onRefused)
  useEffect(() => {
    if (isRefused) refused()
  }, [isRefused])
  return { ...showing, error: isRefused ? null : showing.error }
}
