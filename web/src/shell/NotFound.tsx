import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Gate } from './Gate.tsx'

export function NotFound() {
  const { t } = useLingui()
  return (
    <Gate title={t`Page not found`} subtitle={t`There is nothing at this address. It may have been moved or mistyped.`}>
      <LinkButton to="/dashboard" variant="primary" block>
        <Trans>Go to your codes</Trans>
      </LinkButton>
    </Gate>
  )
}
