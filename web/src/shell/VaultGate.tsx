import { useLingui } from '@lingui/react/macro'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '@twofold/contract/sessions'
// oxlint-disable-next-line eslint/no-restricted-imports -- a failure is said in its place
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useIdleLock } from '../factors/use-idle-lock.ts'
import { followAccount } from '../lib/i18n.ts'
import { reloadPage } from '../lib/reload-page.ts'
import { useLiveValue } from '../lib/use-live-value.ts'
import { noteVaultLocked, vaultLock } from '../lib/vault-lock.ts'
import { currentUserQuery } from '../sessions/current-user.ts'
import { ErrorState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Card } from '../ui/Panel.tsx'
import { Page } from './Page.tsx'

const UnlockPanel = lazy(() =>
  import('../factors/UnlockPanel.tsx').then(
    (module) => ({ default: module.UnlockPanel }),
    () => ({ default: Unreachable }),
  ),
)

/** Shows the screen, or while the vault is locked the way to open it: nothing of the screen, and nothing that it has loaded, stays then. */
export function VaultGate({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const client = useQueryClient()
  const isLocked = useLiveValue(vaultLock)
  useIdleLock(isLocked ? null : user.auto_lock_minutes)
  useEffect(() => {
    if (user.is_locked) noteVaultLocked()
  }, [user])
  useEffect(() => followAccount(user.page_language, client), [user.page_language, client])
  const wasLocked = useRef(false)
  useEffect(() => {
    if (isLocked) client.removeQueries({ predicate: (query) => !query.isActive() })
    else if (wasLocked.current) void forgetLock(client)
    wasLocked.current = isLocked
  }, [isLocked, client])
  return isLocked ? <LockedScreen /> : children
}

/** Drops the server's former answers about the lock, including those on their way. */
async function forgetLock(client: QueryClient): Promise<void> {
  const { queryKey } = currentUserQuery
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, (known) => known && { ...known, is_locked: false })
}

function LockedScreen() {
  const { t } = useLingui()
  return (
    <Page title={t`Your vault is locked`}>
      <Card>
        <Suspense fallback={<Loading />}>
          <UnlockPanel />
        </Suspense>
      </Card>
    </Page>
  )
}

function Unreachable() {
  const { t } = useLingui()
  return (
    <ErrorState title={t`The server cannot be reached`} onRetry={reloadPage}>
      {t`Check your connection and try again.`}
    </ErrorState>
  )
}
