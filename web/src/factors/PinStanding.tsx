import { Trans } from '@lingui/react/macro'
import type { PinState } from '@twofold/contract/factors'
import { Alert } from '../ui/Alert.tsx'

/** Reason why there is no usable PIN; renders nothing if there is one. */
export function PinStanding({ state }: { state: PinState }) {
  if (state === 'void') {
    return (
      <Alert type="warning">
        <Trans>This PIN was disabled after too many wrong tries. Set a new one with your password and a second proof.</Trans>
      </Alert>
    )
  }
  if (state !== 'none') return null
  return (
    <Alert type="info">
      <Trans>You have no PIN yet. Set one first.</Trans>
    </Alert>
  )
}
