import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { acceptInvitation, readInvitation } from '@twofold/contract/links'
import { signOut } from '@twofold/contract/sessions'
import { useState } from 'react'
import type { GoodLink } from '../kits/use-link-form.ts'
import { readAuthToken } from '../lib/auth-token.ts'
import { call, callWithRateLimit } from '../lib/call.ts'
import { queryOf } from '../lib/query-of.ts'
import { installationQuery } from '../lib/installation.ts'
import { endSession, forgetSessionEnd } from '../lib/session-end.ts'
import { currentUserQuery } from '../sessions/current-user.ts'
import { InvitedKeys } from '../sessions/InvitedKeys.tsx'
import { Button } from '../ui/Button.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { useLinkToken } from '../lib/use-link-token.ts'
import { AccountForm } from '../sessions/AccountForm.tsx'
import { isLinkFault } from '../lib/is-link-fault.ts'
import { Gate } from '../shell/Gate.tsx'
import { LinkGate, type LinkFault, UnusableLink } from '../shell/LinkGate.tsx'

export const Route = createFileRoute('/invite')({ component: InviteScreen })

/** Milliseconds between two looks at which keys still wait: one may be taken back meanwhile. */
const lookAgain = 30_000

/** The inviter and the waiting keys. Not needed to accept, so a failure shows nothing. */
function useInvitation(token: string | undefined) {
  return useQuery({
    ...queryOf(['invitation', token], readInvitation, { body: { token: token ?? '' } }),
    enabled: token !== undefined,
    refetchInterval: lookAgain,
    retry: false,
    gcTime: 0,
  }).data
}

function InviteScreen() {
  const { t } = useLingui()
  const token = useLinkToken()
  const [isSignedIn, setSignedIn] = useState(() => readAuthToken() !== null)
  if (isSignedIn && token !== undefined) return <SignedInAlready onGo={() => setSignedIn(false)} />
  return (
    <LinkGate
      title={t`You are invited`}
      token={token}
      purposes={['invite']}
      good={(link) => <Invited key={link.token} {...link} />}
      unusable={(fault) => <Unusable fault={fault} token={token} />}
    />
  )
}

function Invited({ email, token, recheck }: Omit<GoodLink, 'onDone'>) {
  const { t, i18n } = useLingui()
  const { data: installation } = useQuery(installationQuery)
  const invitation = useInvitation(token)
  const [by, place] = [invitation?.invited_by, installation?.name ?? 'Twofold']
  const until = invitation && i18n.date(new Date(invitation.expires_at), { dateStyle: 'long' })
  return (
    <Gate
      title={t`You are invited`}
      subtitle={
        by ? (
          <Trans>
            {by} invited you to {place}. Choose a password that only you know.
          </Trans>
        ) : (
          <Trans>Choose a password that only you know.</Trans>
        )
      }
      footer={
        until && (
          <p>
            <Trans>For you alone, until {until}.</Trans>
          </p>
        )
      }
    >
      {invitation && <InvitedKeys keys={invitation.keys} email={email} />}
      <AccountForm
        invitedAs={email}
        withoutPin
        request={({ name, password, password_confirmation }) => {
          const body = { token, name, password, password_confirmation }
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
  )
}

/** Somebody else uses this browser: their session ends only if they choose so. */
function SignedInAlready({ onGo }: { onGo: () => void }) {
  const { t } = useLingui()
  const { data: user } = useQuery(currentUserQuery)
  const client = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const email = user?.email
  async function leave() {
    setLeaving(true)
    await call(signOut, undefined).catch(() => {})
    if (readAuthToken() !== null) {
      endSession('signed_out')
      forgetSessionEnd()
    }
    client.clear()
    onGo()
  }
  return (
    <Gate
      title={t`You are invited`}
      subtitle={email ? t`You are signed in as ${email} in this browser.` : t`Somebody is signed in in this browser.`}
    >
      <p>
        <Trans>The invitation makes a new account. Sign out first to accept it, or go on as you are.</Trans>
      </p>
      <div className="grid gap-3">
        <Button variant="primary" size="lg" block pending={isLeaving} pendingLabel={t`Signing out...`} onPress={() => void leave()}>
          <Trans>Sign out and accept</Trans>
        </Button>
        <LinkButton to="/dashboard" block>
          <Trans>Back to my vault</Trans>
        </LinkButton>
      </div>
    </Gate>
  )
}

function Unusable({ fault, token }: { fault: LinkFault; token: string | undefined }) {
  const { t } = useLingui()
  const by = useInvitation(fault === 'expired' ? token : undefined)?.invited_by
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
          title={t`This invitation is no longer valid`}
          reason={
            by
              ? t`It is older than 7 days, or a newer one has replaced it. Please ask ${by} for a new one.`
              : t`It is older than 7 days, or a newer one has replaced it. Please ask the person who invited you for a new one.`
          }
        />
      )
    default:
      return (
        <UnusableLink
          title={t`This link is incomplete`}
          reason={t`Open the whole link from the e-mail again. If that does not help, ask the person who invited you for a new one.`}
        />
      )
  }
}
