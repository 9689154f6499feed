import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { verifyEmail } from '@twofold/contract/links'
import type { GoodLink } from '../kits/use-link-form.ts'
import { useAct } from '../kits/use-act.ts'
import { failureMessage } from '../lib/api-error.ts'
import { readAuthToken } from '../lib/auth-token.ts'
import { call } from '../lib/call.ts'
import { useLinkToken } from '../lib/use-link-token.ts'
import { currentUserQuery } from '../sessions/current-user.ts'
import { isLinkFault } from '../lib/is-link-fault.ts'
import { NewLinkForm } from '../sessions/NewLinkForm.tsx'
import { Gate } from '../shell/Gate.tsx'
import { LinkGate, type LinkFault, type LinkPurpose, UnusableLink } from '../shell/LinkGate.tsx'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { Button } from '../ui/Button.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'

export const Route = createFileRoute('/verify-email')({ component: VerifyEmailScreen })

function VerifyEmailScreen() {
  const { t } = useLingui()
  return (
    <LinkGate
      title={t`Confirm your e-mail address`}
      token={useLinkToken()}
      purposes={['verify_email', 'change_email']}
      good={(link) => <Confirm key={link.token} {...link} />}
      unusable={(fault, purpose) => <Unusable fault={fault} purpose={purpose} />}
    />
  )
}

/** Requires a button rather than opening the link: mail scanners open every link. */
function Confirm({ email, purpose, token, recheck }: Omit<GoodLink, 'onDone'> & { purpose: LinkPurpose }) {
  const { t } = useLingui()
  const confirm = useAct({
    send: () => call(verifyEmail, { body: { token } }),
    failed: false,
    said: false,
    renews: [currentUserQuery.queryKey],
    onRefused: (error) => isLinkFault(error) && recheck(),
  })
  if (confirm.isSuccess) return <Confirmed email={email} purpose={purpose} />
  return (
    <Gate
      title={purpose === 'verify_email' ? t`Confirm your e-mail address` : t`Confirm your new e-mail address`}
      subtitle={
        purpose === 'verify_email' ? (
          <Trans>
            Confirm that <strong>{email}</strong> is your address.
          </Trans>
        ) : (
          <Trans>
            You’ll use <strong>{email}</strong> to sign in and receive e-mail from now on.
          </Trans>
        )
      }
    >
      <FailureAlert>
        {confirm.isError &&
          !isLinkFault(confirm.error) &&
          failureMessage(confirm.error, t`Your address could not be confirmed. Please try again.`)}
      </FailureAlert>
      <Button
        variant="primary"
        size="lg"
        block
        onPress={() => confirm.mutate()}
        pending={confirm.isPending}
        pendingLabel={t`Confirming...`}
      >
        <Trans>Confirm this address</Trans>
      </Button>
    </Gate>
  )
}

function Confirmed({ email, purpose }: { email: string; purpose: LinkPurpose }) {
  const { t } = useLingui()
  return (
    <Gate
      title={purpose === 'verify_email' ? t`Your e-mail address is confirmed` : t`Your new e-mail address is confirmed`}
      subtitle={
        <Trans>
          You sign in with <strong>{email}</strong>.
        </Trans>
      }
    >
      {readAuthToken() === null ? (
        <LinkButton to="/login" variant="primary" size="lg" block>
          <Trans>Go to sign-in</Trans>
        </LinkButton>
      ) : (
        <LinkButton to="/dashboard" variant="primary" size="lg" block>
          <Trans>Go to your codes</Trans>
        </LinkButton>
      )}
    </Gate>
  )
}

function Unusable({ fault, purpose }: { fault: LinkFault; purpose: LinkPurpose | null }) {
  const { t } = useLingui()
  if (fault === 'used') {
    return (
      <UnusableLink
        title={t`This link was used already`}
        reason={t`The address it belongs to is confirmed. There is nothing more to do than to sign in.`}
      />
    )
  }
  if (purpose === 'change_email') {
    return (
      <UnusableLink
        title={t`This link is no longer valid`}
        reason={t`It has expired, or a newer one replaced it. Your address has not changed: change it again in your profile to get a new link.`}
      >
        <LinkButton to="/profile" variant="primary" size="lg" block>
          <Trans>Go to your profile</Trans>
        </LinkButton>
      </UnusableLink>
    )
  }
  return fault === 'expired' ? (
    <UnusableLink
      title={t`This link is no longer valid`}
      reason={t`It is older than 24 hours, or a newer one has replaced it. Have a new one sent to your address.`}
    >
      <NewLinkForm to="verify" />
    </UnusableLink>
  ) : (
    <UnusableLink
      title={t`This link is incomplete`}
      reason={t`Open the whole link from the e-mail again, or have a new one sent to your address.`}
    >
      <NewLinkForm to="verify" />
    </UnusableLink>
  )
}
