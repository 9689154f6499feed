import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { readAuthToken } from '../lib/auth-token.ts'
import { changesOnScreen, unsavedChanges } from '../lib/unsaved-changes.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'

/**
 * For a screen with forms (which say `useUnsavedChanges`): asks before a change of screen or tab would lose what was typed. Not when the
 * session has ended: the sign-in screen must not wait for an answer. `keepsTabs`: the screen keeps what was typed while its tabs change.
 */
export function LeaveGuard({ keepsTabs = false }: { keepsTabs?: boolean }) {
  const { t } = useLingui()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      changesOnScreen.get() > 0 && readAuthToken() !== null && !(keepsTabs && current.pathname === next.pathname),
    enableBeforeUnload: () => unsavedChanges.get() > 0,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <AlertDialog
      title={t`Discard your changes?`}
      onClose={blocker.reset}
      onConfirm={blocker.proceed}
      cancelLabel={t`Keep editing`}
      confirmLabel={t`Discard changes`}
    >
      <p>
        <Trans>What is here has not been saved yet, and would be lost.</Trans>
      </p>
    </AlertDialog>
  )
}
