import { Trans } from '@lingui/react/macro'
import { closedCodes } from '../lib/closed-codes.ts'
import { askForPin } from '../lib/pin-gate.ts'
import { useLiveValue } from '../lib/use-live-value.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'

/** Why there are no codes after somebody else's act, and the proof that brings them back. */
export function ClosedNotice({ onProven }: { onProven: () => void }) {
  const reason = useLiveValue(closedCodes)
  async function prove() {
    if (await askForPin()) onProven()
  }
  return (
    <div role="status" className="empty:hidden">
      {reason !== undefined && (
        <Alert
          type="warning"
          title={<Trans>Your codes are closed</Trans>}
          actions={
            <Button onPress={() => void prove()}>
              <Trans>Enter PIN</Trans>
            </Button>
          }
        >
          {reason}
        </Alert>
      )}
    </div>
  )
}
