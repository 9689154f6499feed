import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '@twofold/contract/sessions'
import type { ClosedAccount } from '@twofold/contract/trust'
import { useEffect, useRef } from 'react'
import { closingQuery, watchClosing } from '../factors/closing.ts'
import { closedCodes } from '../lib/closed-codes.ts'
import { rememberReturnPath } from '../lib/return-path.ts'
import { useLiveValue } from '../lib/use-live-value.ts'
import { currentUserQuery } from '../sessions/current-user.ts'

const storageKey = 'closing_shown'

/** Which closing this tab has shown the page of. Private windows of some browsers have no storage: there it is shown at each arrival. */
function readShown(): string | null {
  try {
    return window.sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function noteShown(until: string): void {
  try {
    window.sessionStorage.setItem(storageKey, until)
  } catch {
    // Shown again then.
  }
}

/**
 * What closed the account of whoever is signed in, for the banner. Whoever arrives in a closed account gets the page about it first; in a session
 * that is open already the banner appears within a minute, and nobody is torn away from what they do.
 */
export function useClosedAccount(user: CurrentUser | undefined): ClosedAccount | undefined {
  const client = useQueryClient()
  const navigate = useNavigate()
  const until = user?.codes_closed_until ?? undefined
  const { data: closing } = useQuery({ ...watchClosing(until !== undefined), enabled: user !== undefined })
  const reason = useLiveValue(closedCodes)
  const isKnown = useRef(false)
  useEffect(() => {
    if (user === undefined || isKnown.current) return
    isKnown.current = true
    if (until === undefined || readShown() === until) return
    noteShown(until)
    rememberReturnPath(window.location, user.id)
    void navigate({ to: '/account-closed' })
  }, [user, until, navigate])
  useEffect(() => {
    // What the codes say comes before the next look.
    if (until !== undefined || reason !== undefined) void client.invalidateQueries({ queryKey: closingQuery.queryKey })
  }, [until, reason, client])
  const isStopped = closing?.is_stopped === true
  useEffect(() => {
    if (isStopped) void client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
  }, [isStopped, client])
  return closing ?? undefined
}
