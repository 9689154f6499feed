import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { stopClosing } from '@twofold/contract/links'
import type { GoodLink } from '../kits/use-link-form.ts'
import { useAct } from '../kits/use-act.ts'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { isLinkFault } from '../lib/is-link-fault.ts'
import { useLinkToken } from '../lib/use-link-token.ts'
import { Gate } from '../shell/Gate.tsx'
import { FaultyLink, LinkGate } from '../shell/LinkGate.tsx'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { Button } from '../ui/Button.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'

export const Route = createFileRoute('/stop')({ component: StopScreen })

function StopScreen() {
  const { t } = useLingui()
  return (
    <LinkGate
      title={t`Stop this`}
      token={useLinkToken()}
      purposes={['stop']}
      good={(link) => <Stop key={link.token} {...link} />}
      done={<Stopped />}
      unusable={(fault) => (
        <FaultyLink
          fault={fault}
          reasons={{
            used: t`The account is stopped. Sign in to prove who you are, or ask a second administrator to open it.`,
            expired: t`The waiting time is over. If you did not agree to the change, sign in and choose a new password now.`,
            wrong: t`Open it once more from the e-mail, from beginning to end.`,
          }}
        />
      )}
    />
  )
}

/** Requires a button rather than opening the link: mail scanners open every link. */
function Stop({ email, token, recheck, onDone }: GoodLink) {
  const { t } = useLingui()
  const stop = useAct({
    send: () => call(stopClosing, { body: { token } }),
    failed: false,
    said: false,
    renews: [],
    onAnswer: onDone,
    onRefused: (error) => isLinkFault(error) && recheck(),
  })
  return (
    <Gate
      title={t`Stop this`}
      subtitle={
        <Trans>
          An administrator changed how <strong>{email}</strong> signs in, or wants somebody else to have its keys. Stop it if it was not
          agreed with you.
        </Trans>
      }
    >
      <p>
        <Trans>
          A hand-over of keys is called off. An account that was changed is shut at once, in every session. It opens with something you have
          from before: a passkey, your authenticator app, a recovery code, your PIN or password. Or a second administrator opens it.
        </Trans>
      </p>
      <FailureAlert>
        {stop.isError && !isLinkFault(stop.error) && failureMessage(stop.error, t`It could not be stopped. Please try again.`)}
      </FailureAlert>
      <Button variant="danger" size="lg" block onPress={() => stop.mutate()} pending={stop.isPending} pendingLabel={t`Stopping...`}>
        <Trans>Stop this</Trans>
      </Button>
    </Gate>
  )
}

function Stopped() {
  const { t } = useLingui()
  return (
    <Gate title={t`The account is stopped`} subtitle={t`Nobody gets at your codes now. Sign in and prove who you are to open it again.`}>
      <LinkButton to="/login" variant="primary" size="lg" block>
        <Trans>Go to sign-in</Trans>
      </LinkButton>
    </Gate>
  )
}
