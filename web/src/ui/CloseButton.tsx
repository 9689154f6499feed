import { Trans } from '@lingui/react/macro'
import { CancelButton } from './CancelButton.tsx'

/** Like `CancelButton`, for a dialog that only shows something. */
export const CloseButton = () => (
  <CancelButton>
    <Trans>Close</Trans>
  </CancelButton>
)
