import { Trans, useLingui } from '@lingui/react/macro'
import { Alert } from '../ui/Alert.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'

/** A sign-in that was not finished in time, or went wrong too often. */
export function EndedSignIn({ reason, onAgain }: { reason: string; onAgain?: (() => void) | undefined }) {
  const { t } = useLingui()
  return (
    <>
      <Alert type="warning" title={t`This sign-in has ended`} announce>
        {reason}
      </Alert>
      <LinkButton to="/login" variant="primary" size="lg" block onClick={onAgain}>
        <Trans>Sign in again</Trans>
      </LinkButton>
    </>
  )
}
