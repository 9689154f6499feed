import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { useIsOnline } from '../lib/use-is-online.ts'
import { Button } from '../ui/Button.tsx'
import { Gate } from './Gate.tsx'

/** Milliseconds between two tries of our own; not all at once when a server comes back to many open pages. */
const retryInterval = () => 8000 + Math.random() * 4000

/** Shown while the server is unavailable. Nobody is signed out, and the page returns by itself. */
export function Outage({ message, onRetry, retrying = false }: { message: string; onRetry: () => void; retrying?: boolean }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    const again = () => retry()
    const timer = setInterval(again, retryInterval())
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [])
  return (
    <Gate
      title={isOnline ? t`The vault cannot be reached` : t`You are offline`}
      subtitle={isOnline ? message : t`Codes will return when you’re back online.`}
    >
      <Button variant="primary" block onPress={onRetry} pending={retrying} pendingLabel={t`Retrying...`}>
        <Trans>Retry</Trans>
      </Button>
    </Gate>
  )
}
