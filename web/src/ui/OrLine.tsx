import './or-line.css'
import { Trans } from '@lingui/react/macro'

/** Between one way to do something and the others. */
export function OrLine() {
  return (
    <p className="or-line">
      <Trans>or</Trans>
    </p>
  )
}
