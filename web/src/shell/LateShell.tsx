import { Suspense, useEffect } from 'react'
import { approvalsHeard, forgetApprovals } from '../codes/approvals-heard.ts'
import { latePart } from '../lib/late-part.ts'
import { useLiveValue } from '../lib/use-live-value.ts'
import { holdFocus } from '../ui/use-dialog-focus.ts'
import { UpdateNotice } from './UpdateNotice.tsx'
import { useLingui } from '@lingui/react/macro'
import { followDisplay } from './display.ts'
import { helperDialog } from '../lib/helper-dialog.ts'
import { lastUndo } from '../lib/last-undo.ts'
import { useShortcut } from '../lib/use-shortcut.ts'
import { i18n } from '@lingui/core'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { followLanguage, languageKey, languageSetting } from '../lib/i18n.ts'
import { maintenance } from '../lib/maintenance.ts'
// For acts without a form; every form imports it by itself.
import '../lib/posts-once.ts'
import { vaultLock } from '../lib/vault-lock.ts'
import { currentUserQuery } from '../sessions/current-user.ts'
import { followLive } from './follow-live.ts'
import { unfinishedStep } from './guards.ts'

const HelperDialog = latePart(() => import('./HelperDialog.tsx').then((module) => module.HelperDialog))

/** Keeps contrast and scheme as chosen, undoes the last act by a key, and shows the keyboard hints of the present screen. */
function AccessibilityHelper() {
  const { t } = useLingui()
  const isOpen = useLiveValue(helperDialog)
  useEffect(() => followDisplay(), [])
  // A toast stands last on the page: by Tab its button is farther than the seconds that it stays.
  useShortcut('z', t`Undo`, () => lastUndo.get()?.())
  useShortcut('?', t`Show or hide these hints`, () => helperDialog.set(!isOpen), { inDialog: isOpen, inEmptyLines: true })
  return <Suspense>{isOpen && <HelperDialog onClose={() => helperDialog.set(false)} />}</Suspense>
}

// Few are ever asked.
const TakeApprovals = latePart(() => import('../codes/TakeApprovals.tsx').then((module) => module.TakeApprovals))

/** Parts of the shell that are not needed in the first second: loaded after the page. */
export function LateShell() {
  useEffect(() => holdFocus(document.body), [])
  const isAsked = useLiveValue(approvalsHeard) > 0
  return (
    <>
      <FollowLanguage />
      <LiveUpdates />
      <UpdateNotice />
      <AccessibilityHelper />
      {isAsked && (
        <Suspense>
          <TakeApprovals />
        </Suspense>
      )}
    </>
  )
}

/** A language that is chosen in another tab is shown in this one too. */
function FollowLanguage() {
  const client = useQueryClient()
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === languageKey) followLanguage(client)
    }
    // It may have been chosen before this listened.
    const chosen = languageSetting.get()
    if (chosen !== null && chosen !== i18n.locale) followLanguage(client)
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [client])
  return null
}

/** Hears from the server what changes while somebody is signed in. Without it the page asks by itself as before. */
function LiveUpdates() {
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
