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

/** The closure whose page this tab has shown. Private windows of some browsers have no storage: there it is shown at each arrival. */
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
 * The cause of the user's account closure, for the banner. On arrival in a closed account the page about it comes first; in an open session the
 * banner appears within a minute, without interrupting anybody.
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
    // The codes' answer is ahead of the next poll.
    if (until !== undefined || reason !== undefined) void client.invalidateQueries({ queryKey: closingQuery.queryKey })
  }, [until, reason, client])
  const isStopped = closing?.is_stopped === true
  useEffect(() => {
    if (isStopped) void client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
  }, [isStopped, client])
  return closing ?? undefined
}
