import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect } from 'react'
import { useLiveValue } from '../lib/use-live-value.ts'
import { followDisplay } from './display.ts'
import { helperDialog } from '../lib/helper-dialog.ts'
import { useShortcut } from '../lib/use-shortcut.ts'

const HelperDialog = lazy(() => import('./HelperDialog.tsx').then((module) => ({ default: module.HelperDialog })))

/** Keeps contrast and scheme as chosen, and shows the keyboard hints of the present screen. */
export function AccessibilityHelper() {
  const { t } = useLingui()
  const isOpen = useLiveValue(helperDialog)
  useEffect(() => followDisplay(), [])
  useShortcut('?', t`Show or hide these hints`, () => helperDialog.set(!isOpen), { inDialog: isOpen, inEmptyLines: true })
  return <Suspense>{isOpen && <HelperDialog onClose={() => helperDialog.set(false)} />}</Suspense>
}
