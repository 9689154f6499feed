import { Trans, useLingui } from '@lingui/react/macro'
import { Alert } from '../../../../ui/Alert.tsx'

/** For an installation without a provider that works. */
export function MailWaitingNotice() {
  const { t } = useLingui()
  return (
    <Alert type="warning" title={t`E-mails are waiting: no provider works`}>
      <Trans>
        Verification, reset and invitation e-mails wait too. Until there is a provider, create the links on each user's page and hand them
        over yourself.
      </Trans>
    </Alert>
  )
}
