import { Trans } from '@lingui/react/macro'
import { useIsOnline } from '../lib/use-is-online.ts'
import { Alert } from '../ui/Alert.tsx'

/** Explains why codes stop updating when the network is lost. */
export function OfflineNotice() {
  const isOnline = useIsOnline()
  return (
    <div role="status" className="empty:hidden">
      {!isOnline && (
        <Alert type="warning" title={<Trans>You are offline</Trans>}>
          <Trans>Codes will return when you’re back online.</Trans>
        </Alert>
      )}
    </div>
  )
}
