import { useIsFetching, useIsMutating, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { providersKey } from '../../../../lib/providers-key.ts'
import { emailDashboardKey } from './dashboard.ts'

/** Milliseconds between two rounds. */
const interval = 30_000

/** Reads the dashboard again when asked, and by itself once it is switched on; a round is left out while one or a test is under way. */
export function useAutoRefresh() {
  const client = useQueryClient()
  const [isOn, setOn] = useState(false)
  const isRefreshing = useIsFetching({ queryKey: emailDashboardKey }) > 0
  const isTesting = useIsMutating() > 0
  const isBusy = useRef(false)
  isBusy.current = isRefreshing || isTesting

  const refresh = () => Promise.all([emailDashboardKey, providersKey].map((queryKey) => client.invalidateQueries({ queryKey })))

  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => {
      if (isBusy.current) return
      for (const queryKey of [emailDashboardKey, providersKey]) void client.invalidateQueries({ queryKey })
    }, interval)
    return () => clearInterval(timer)
  }, [isOn, client])

  return { isOn, setOn, isRefreshing, refresh }
}
