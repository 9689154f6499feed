import { useEffect } from 'react'
import { reloadPage } from '../lib/reload-page.ts'
import { serviceWorkerPath, trustedScript } from '../lib/trusted-script.ts'
import { unsavedChanges } from '../lib/unsaved-changes.ts'
import { useLiveValue } from '../lib/use-live-value.ts'
import { createAppUpdate } from './app-update.ts'

// The development server has no worker: what it serves changes with every keystroke.
const container = import.meta.env.PROD ? window.navigator.serviceWorker : undefined

const appUpdate = createAppUpdate({
  container,
  register: () => navigator.serviceWorker.register(trustedScript(serviceWorkerPath), { updateViaCache: 'none' }),
  page: document,
  unsavedChanges,
  reload: reloadPage,
})

/** Notice about a newer version of the application. */
export function useAppUpdate() {
  useEffect(() => appUpdate.start(), [])
  const { type, isReloadDue } = useLiveValue(appUpdate)
  const hasUnsavedChanges = useLiveValue(unsavedChanges) > 0
  return { type, isReloadDue, hasUnsavedChanges, apply: appUpdate.apply, dismiss: appUpdate.dismiss }
}
