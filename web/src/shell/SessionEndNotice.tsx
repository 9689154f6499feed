import { useLingui } from '@lingui/react/macro'
import { sessionEnd, type SessionEnd } from '../lib/session-end.ts'
import { useLiveValue } from '../lib/use-live-value.ts'
import { Alert } from '../ui/Alert.tsx'

/**
 * Says on the sign-in screen why the session of this tab is over. It comes with the screen: arriving later, it would move the button from under
 * the pointer.
 */
export function SessionEndNotice() {
  const { t } = useLingui()
  const end = useLiveValue(sessionEnd)
  if (end === undefined) return null
  const words: Record<SessionEnd, string> & Partial<Record<string, string>> = {
    expired: t`Your session expired. Sign in to go back to where you were.`,
    revoked: t`This session was ended from another of your sessions. Sign in to go back to where you were.`,
    revoked_by_admin: t`An administrator ended your sessions. Sign in to go back to where you were.`,
    password_changed: t`Your password was changed, which ends every session. Sign in with the new password.`,
    role_changed: t`Your role was changed, which ends every session. Sign in again.`,
    deactivated: t`Your account was deactivated. Only an administrator can activate it again.`,
    deleted: t`Your account was deleted.`,
    signed_out: t`You signed out in another tab.`,
    unknown: t`Your session has ended. Sign in to return to where you were.`,
  }
  return (
    <div className="mb-5">
      <Alert type="info" title={t`You were signed out`} announce>
        {Object.hasOwn(words, end) ? words[end] : words.unknown}
      </Alert>
    </div>
  )
}
