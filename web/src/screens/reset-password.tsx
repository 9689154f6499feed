import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useLinkToken } from '../lib/use-link-token.ts'
import { NewLinkForm } from '../sessions/NewLinkForm.tsx'
import { ResetPasswordForm } from '../sessions/ResetPasswordForm.tsx'
import { Gate } from '../shell/Gate.tsx'
import { FaultyLink, LinkGate, type LinkFault } from '../shell/LinkGate.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'

export const Route = createFileRoute('/reset-password')({ component: ResetPasswordScreen })

function ResetPasswordScreen() {
  const { t } = useLingui()
  return (
    <LinkGate
      title={t`Choose a new password`}
      token={useLinkToken()}
      purposes={['reset_password']}
      good={(link) => (
        <Gate
          title={t`Choose a new password`}
          subtitle={
            <Trans>
              For the account of <strong>{link.email}</strong>. You will be signed out everywhere.
            </Trans>
          }
        >
          <ResetPasswordForm key={link.token} {...link} />
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
    <Gate title={t`Your password is changed`} subtitle={t`Every session has ended. Please sign in with the new password.`}>
      <LinkButton to="/login" variant="primary" size="lg" block>
        <Trans>Go to sign-in</Trans>
      </LinkButton>
    </Gate>
  )
}

function Unusable({ fault }: { fault: LinkFault }) {
  const { t } = useLingui()
  const reasons = {
    used: t`This link was already used. Request a new one if you still need to change your password.`,
    expired: t`It is older than 30 minutes, or a newer one has replaced it. Have a new one sent to your address.`,
    wrong: t`Open the whole link from the e-mail again, or have a new one sent to your address.`,
  }
  return (
    <FaultyLink fault={fault} reasons={reasons}>
      <NewLinkForm to="reset" />
    </FaultyLink>
  )
}
