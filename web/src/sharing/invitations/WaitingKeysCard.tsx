import { Trans, useLingui } from '@lingui/react/macro'
import { Alert } from '../../ui/Alert.tsx'

/** On the dashboard of somebody who joined by a link that others may have had: why keys that were shared with them are not there yet. */
export function WaitingKeysCard() {
  const { t } = useLingui()
  return (
    <Alert type="info" title={t`Were keys shared with you?`}>
      <Trans>
        They appear once the person who shared them confirms that this account is yours. Ask them to: their list of people with access to
        the key has the button.
      </Trans>
    </Alert>
  )
}
