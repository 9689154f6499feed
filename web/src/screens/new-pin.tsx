import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NewPinByLink } from '../factors/NewPinByLink.tsx'
import { useLinkToken } from '../lib/use-link-token.ts'
import { Gate } from '../shell/Gate.tsx'
import { FaultyLink, LinkGate, type LinkFault } from '../shell/LinkGate.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'

export const Route = createFileRoute('/new-pin')({ component: NewPinScreen })

function NewPinScreen() {
  const { t } = useLingui()
  return (
    <LinkGate
      title={t`Set a new PIN`}
      token={useLinkToken()}
      purposes={['new_pin']}
      good={(link) => (
        <Gate
          title={t`Set a new PIN`}
          subtitle={
            <Trans>
              For the account of <strong>{link.email}</strong>. Secrets, backup codes, exports and sharing stay closed for 24 hours after
              that.
            </Trans>
          }
        >
          <NewPinByLink key={link.token} {...link} />
        </Gate>
      )}
      done={<Done />}
      unusable={(fault) => <Unusable fault={fault} />}
    />
  )
}

function Done() {
  const { t } = useLingui()
  return (
    <Gate
      title={t`Your new PIN is set`}
      subtitle={t`Your codes are available as always. Secrets, backup codes, exports and sharing stay closed for 24 hours.`}
    >
      <LinkButton to="/dashboard" variant="primary" size="lg" block>
        <Trans>Go to your codes</Trans>
      </LinkButton>
    </Gate>
  )
}

function Unusable({ fault }: { fault: LinkFault }) {
  const { t } = useLingui()
  const reasons = {
    used: t`A new PIN was set with it. If it was not you, change your password now.`,
    expired: t`It is older than 30 minutes, or a newer one has replaced it. Sign in and press "Forgot PIN?" where the PIN is asked for.`,
    wrong: t`Open the whole link from the e-mail again.`,
  }
  return <FaultyLink fault={fault} reasons={reasons} />
}
