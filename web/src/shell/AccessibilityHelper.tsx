import { useLingui } from '@lingui/react/macro'
import { Suspense, useEffect } from 'react'
import { useLiveValue } from '../lib/use-live-value.ts'
import { followDisplay } from './display.ts'
import { helperDialog } from '../lib/helper-dialog.ts'
import { lastUndo } from '../lib/last-undo.ts'
import { useShortcut } from '../lib/use-shortcut.ts'
import { latePart } from '../lib/late-part.ts'

const HelperDialog = latePart(() => import('./HelperDialog.tsx').then((module) => module.HelperDialog))

/** Keeps contrast and scheme as chosen, undoes the last act by a key, and shows the keyboard hints of the present screen. */
export function AccessibilityHelper() {
  const { t } = useLingui()
  const isOpen = useLiveValue(helperDialog)
  useEffect(() => followDisplay(), [])
  // A toast stands last on the page: by Tab its button is farther than the seconds that it stays.
  useShortcut('z', t`Undo`, () => lastUndo.get()?.())
  useShortcut('?', t`Show or hide these hints`, () => helperDialog.set(!isOpen), { inDialog: isOpen, inEmptyLines: true })
  return <Suspense>{isOpen && <HelperDialog onClose={() => helperDialog.set(false)} />}</Suspense>
}
