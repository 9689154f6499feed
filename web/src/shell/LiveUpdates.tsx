import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { forgetApprovals } from '../codes/approvals-heard.ts'
import { maintenance } from '../lib/maintenance.ts'
import { useLiveValue } from '../lib/use-live-value.ts'
import { vaultLock } from '../lib/vault-lock.ts'
import { currentUserQuery } from '../sessions/current-user.ts'
import { followLive } from './follow-live.ts'
import { unfinishedStep } from './guards.ts'

/** Hears from the server what changes while somebody is signed in. Without it the page asks by itself as before. */
export function LiveUpdates() {
  const client = useQueryClient()
  // Only reads the cache: screens fetch it themselves.
  const { data: user } = useQuery({ ...currentUserQuery, enabled: false })
  const isLocked = useLiveValue(vaultLock)
  const isClosed = useLiveValue(maintenance) !== null
  const isOn = user !== undefined && unfinishedStep(user) === undefined && !isLocked && !isClosed
  useEffect(() => {
    if (!isOn) return undefined
    const stop = followLive(client)
    return () => {
      stop()
      forgetApprovals()
    }
  }, [isOn, client])
  return null
}
