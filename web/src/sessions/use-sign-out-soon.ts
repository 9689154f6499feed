import { announceSessionEnd, type SessionEnd } from '../lib/session-end.ts'
import { useSignOut } from './use-sign-out.ts'

/** Milliseconds in which one can read why. */
const delay = 2000

/** For acts that ended every session: signs out here too, a moment later, wherever in the application the user is by then. */
export function useSignOutSoon() {
  const signOut = useSignOut()
  return (reason: SessionEnd) => {
    announceSessionEnd(reason)
    setTimeout(() => void signOut(), delay)
  }
}
