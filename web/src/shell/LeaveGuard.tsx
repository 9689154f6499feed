import { useBlocker } from '@tanstack/react-router'
import { readAuthToken } from '../lib/auth-token.ts'
import { changesOnScreen, shownOnce, unsavedChanges } from '../lib/unsaved-changes.ts'
import { DiscardDialog } from '../ui/DiscardDialog.tsx'

/**
 * For a screen with forms (which call `useUnsavedChanges`): asks before a change of screen or tab would lose typed data. Not if the session has
 * ended: the sign-in screen must not wait for an answer. `keeps`: whether the screen keeps its data across this change of its address.
 */
export function LeaveGuard({ keeps }: { keeps?: (from: object, to: object) => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      changesOnScreen.get() > 0 &&
      readAuthToken() !== null &&
      !(current.pathname === next.pathname && keeps?.(current.search, next.search)),
    enableBeforeUnload: () => unsavedChanges.get() > 0,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return <DiscardDialog about={shownOnce.get() > 0 ? 'once' : 'typed'} onKeep={blocker.reset} onDiscard={blocker.proceed} />
}
