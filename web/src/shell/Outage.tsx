import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../ui/Button.tsx'
import { Gate } from './Gate.tsx'

/** The server is away or cannot work right now. Nobody is signed out for it. */
export function Outage({ message, onRetry, retrying = false }: { message: string; onRetry: () => void; retrying?: boolean }) {
  const { t } = useLingui()
  return (
    <Gate title={t`The vault cannot be reached`} subtitle={message}>
      <Button variant="primary" block onPress={onRetry} pending={retrying} pendingLabel={t`Retrying...`}>
        <Trans>Retry</Trans>
      </Button>
    </Gate>
  )
}
