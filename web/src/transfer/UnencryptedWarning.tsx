import { Trans, useLingui } from '@lingui/react/macro'
import { Alert } from '../ui/Alert.tsx'

export function UnencryptedWarning() {
  const { t } = useLingui()
  return (
    <Alert type="warning" title={t`This is not encrypted`}>
      <Trans>
        Anyone who gets hold of it can make your codes. Keep it where nobody else has access, and destroy it when it is no longer needed.
      </Trans>
    </Alert>
  )
}
