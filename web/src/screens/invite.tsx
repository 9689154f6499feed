import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { acceptInvitation } from '@twofold/contract/links'
import { callWithRateLimit } from '../lib/call.ts'
import { useLinkToken } from '../lib/link-token.ts'
import { AccountForm } from '../sessions/AccountForm.tsx'
import { isLinkFault } from '../lib/is-link-fault.ts'
import { Gate } from '../shell/Gate.tsx'
import { LinkGate, type LinkFault, UnusableLink } from '../shell/LinkGate.tsx'

export const Route = createFileRoute('/invite')({ component: InviteScreen, pendingComponent: () => null })

function InviteScreen() {
  const { t } = useLingui()
  return (
    <LinkGate
      title={t`You are invited`}
      token={useLinkToken()}
      purposes={['invite']}
      good={({ email, token, recheck }) => (
        <Gate title={t`You are invited`} subtitle={<Trans>Choose a password and a PIN. Nobody else gets to know them.</Trans>}>
          <AccountForm
            key={token}
            invitedAs={email}
            request={({ name, password, password_confirmation, pin }) => {
              const body = { token, name, password, password_confirmation, pin }
              return callWithRateLimit(acceptInvitation, { body }).catch((error: unknown) => {
                if (isLinkFault(error)) recheck()
                throw error
              })
            }}
            submitLabel={t`Create account`}
            pendingLabel={t`Creating account...`}
            done={t`Account created. Opening your vault...`}
          />
        </Gate>
      )}
      unusable={(fault) => <Unusable fault={fault} />}
    />
  )
}

function Unusable({ fault }: { fault: LinkFault }) {
  const { t } = useLingui()
  switch (fault) {
    case 'used':
      return (
        <UnusableLink
          title={t`This invitation was used already`}
          reason={t`An account was made with it. Sign in with the address that the invitation came to.`}
        />
      )
    case 'expired':
      return (
        <UnusableLink
          title={t`This invitation is not valid any more`}
          reason={t`It is older than 7 days, or a newer one took its place. Please ask the person who invited you for a new one.`}
        />
      )
    default:
      return (
        <UnusableLink
          title={t`This link is incomplete`}
          reason={t`Open it once more from the mail, from beginning to end. If that does not help, ask the person who invited you for a new one.`}
        />
      )
  }
}
