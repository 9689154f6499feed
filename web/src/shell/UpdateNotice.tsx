import './update-notice.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useIsMutating } from '@tanstack/react-query'
import { useLayoutEffect, useEffect } from 'react'
import { X } from '../ui/icons/X.ts'
import { useUnsavedChanges, unsavedChanges } from '../lib/unsaved-changes.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { type UpdateType, createAppUpdate } from './app-update.ts'
import { reloadPage } from '../lib/reload-page.ts'
import { serviceWorkerPath, trustedScript } from '../lib/trusted-script.ts'
import { useLiveValue } from '../lib/use-live-value.ts'

// The development server has no worker: what it serves changes with every keystroke.
const container = import.meta.env.PROD ? window.navigator.serviceWorker : undefined

/** Not the page of a captive portal. */
async function isServedAnother() {
  const entry = document.querySelector('script[type=module]')?.getAttribute('src') ?? ''
  const served = await (await fetch('/', { cache: 'no-store' })).text()
  return served.includes(' id="root"') && !served.includes(entry)
}

const appUpdate = createAppUpdate({
  container,
  register: () => navigator.serviceWorker.register(trustedScript(serviceWorkerPath), { updateViaCache: 'none' }),
  isServedAnother,
  page: document,
  unsavedChanges,
  reload: reloadPage,
})

/** Notice about a newer version of the application. */
function useAppUpdate() {
  useEffect(() => appUpdate.start(), [])
  const { type, isReloadDue } = useLiveValue(appUpdate)
  const hasUnsavedChanges = useLiveValue(unsavedChanges) > 0
  return { type, isReloadDue, hasUnsavedChanges, apply: appUpdate.apply, dismiss: appUpdate.dismiss }
}

/** Says that a newer version of the application is there. Its region is mounted before it speaks, or screen readers would miss it. */
export function UpdateNotice() {
  const update = useAppUpdate()
  // Pending requests must arrive, and their answers be read.
  useUnsavedChanges(useIsMutating() > 0, { onItsWay: true })
  useRoomAtFoot(update.type !== undefined)
  return (
    <div className="update-notice" role="status">
      {update.type && <Notice {...update} type={update.type} />}
    </div>
  )
}

/** With a `:has` of the page, every element that comes or goes anywhere would be looked at for it. */
function useRoomAtFoot(isNeeded: boolean) {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-update-notice', isNeeded)
    return () => document.documentElement.removeAttribute('data-update-notice')
  }, [isNeeded])
}

function Notice({ type, isReloadDue, hasUnsavedChanges, apply, dismiss }: ReturnType<typeof useAppUpdate> & { type: UpdateType }) {
  const { t } = useLingui()
  const isWaiting = hasUnsavedChanges && type !== 'installing'
  const reason = isWaiting ? t`Save or discard your changes first.` : undefined
  if (type === 'installing') {
    return (
      <Alert
        type="info"
        title={<Trans>App Update Installing</Trans>}
        actions={<IconButton size="sm" icon={X} label={t`Close`} onPress={dismiss} />}
      >
        <Trans>A new version is being fetched. You can go on meanwhile.</Trans>
      </Alert>
    )
  }
  return (
    <Alert
      type="info"
      title={type === 'ready' ? <Trans>App Update Ready</Trans> : <Trans>App Update Available</Trans>}
      actions={
        <>
          <Button size="sm" variant="quiet" onPress={dismiss}>
            <Trans>Later</Trans>
          </Button>
          <Button size="sm" onPress={apply} disabledReason={reason}>
            {type === 'ready' ? <Trans>Reload App</Trans> : <Trans>Update Now</Trans>}
          </Button>
        </>
      }
    >
      {isWaiting ? <Unsaved isReloadDue={isReloadDue} /> : <Trans>A new version takes over when the page reloads.</Trans>}
    </Alert>
  )
}

function Unsaved({ isReloadDue }: { isReloadDue: boolean }) {
  return isReloadDue ? (
    <Trans>You have unsaved changes. The page reloads by itself once they are saved or discarded.</Trans>
  ) : (
    <Trans>You have unsaved changes. The update waits until they are saved or discarded.</Trans>
  )
}
