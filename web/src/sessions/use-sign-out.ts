import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signOut } from '@twofold/contract/sessions'
import { endSession, forgetSessionEnd } from '../lib/session-end.ts'
import { readAuthToken } from '../lib/auth-token.ts'
import { call } from '../lib/call.ts'

/** Long enough for a slow network, short enough for somebody who wants to leave. */
const timeoutMs = 3000

/** Ends the session. Whatever becomes of the call, this browser forgets it and nothing is said about it. */
export function useSignOut() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await call(signOut, undefined, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => {})
    // If the call found the session ended already, the sign-in screen says why.
    if (readAuthToken() !== null) {
      endSession('signed_out')
      forgetSessionEnd()
    }
    await navigate({ to: '/login' })
    client.clear()
  }
}
