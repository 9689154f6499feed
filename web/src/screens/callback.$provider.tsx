import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { finishConnecting, finishIdentitySignIn, type ProviderAnswer } from '@twofold/contract/identities'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { installationQuery } from '../lib/installation.ts'
import { identitiesQuery } from '../identities/identities.ts'
import { type Arrival, heldArrival, holdArrival } from '../identities/provider-answer.ts'
import { failureMessage } from '../lib/api-error.ts'
import { call, callWithRateLimit } from '../lib/call.ts'
import { AttemptNotices } from '../sessions/AttemptNotices.tsx'
import { useAttempt } from '../sessions/use-attempt.ts'
import { LateVerificationNotice } from '../sessions/LateVerificationNotice.tsx'
import { Gate } from '../shell/Gate.tsx'
import { Alert } from '../ui/Alert.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { toast } from '../ui/toast.ts'

/** Return address of providers (docs/decisions/0024). */
export const Route = createFileRoute('/callback/$provider')({
  beforeLoad: ({ params }) => holdArrival(params.provider),
  component: CallbackScreen,
})

function CallbackScreen() {
  const [arrival] = useState(heldArrival)
  const { data: installation } = useQuery(installationQuery)
  const name = installation?.providers.find(({ id }) => id === arrival?.provider)?.name ?? ''
  if (arrival?.answer === undefined) return <NoAnswer arrival={arrival} name={name} />
  return arrival.purpose === 'connect' ? (
    <Connecting answer={arrival.answer} name={name} />
  ) : (
    <SigningIn answer={arrival.answer} name={name} />
  )
}

/** Runs `work` once, also where React mounts twice to find mistakes. */
function useOnce(work: () => void) {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    work()
  })
}

function SigningIn({ answer, name }: { answer: ProviderAnswer; name: string }) {
  const { t } = useLingui()
  const attempt = useAttempt(() => false)
  const [email, setEmail] = useState('')
  useOnce(
    () =>
      void attempt.send('', async () => {
        const arrived = await callWithRateLimit(finishIdentitySignIn, { body: answer })
        setEmail(arrived.data.email ?? '')
        return arrived
      }),
  )
  const { notice } = attempt
  if (notice === undefined) return <Waiting name={name} />
  if (notice.kind === 'unverified') {
    return (
      <Gate title={t`Sign in`}>
        <LateVerificationNotice email={email} onBack={() => window.location.assign('/login2')} />
      </Gate>
    )
  }
  return (
    <Gate title={t`Sign in`} subtitle={name && <Trans>with {name}</Trans>}>
      <div className="grid gap-5">
        <AttemptNotices attempt={attempt} done={t`Signed in. Opening your vault...`} />
        {notice.kind !== 'done' && <BackToSignIn />}
      </div>
    </Gate>
  )
}

function Connecting({ answer, name }: { answer: ProviderAnswer; name: string }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const navigate = Route.useNavigate()
  const [failure, setFailure] = useState<string>()
  useOnce(() => {
    call(finishConnecting, { body: answer }).then(
      async ({ message }) => {
        await client.invalidateQueries(identitiesQuery)
        await navigate({ to: '/profile', search: { tab: 'security' }, replace: true })
        toast.success(message, { duration: 3000 })
      },
      (error: unknown) => setFailure(failureMessage(error, t`An error occurred. Please try again.`)),
    )
  })
  if (failure === undefined) return <Waiting name={name} />
  return (
    <Failed title={t`Not connected`} reason={failure}>
      <BackToProfile />
    </Failed>
  )
}

function NoAnswer({ arrival, name }: { arrival: Arrival | undefined; name: string }) {
  const { t } = useLingui()
  const reason = arrival?.isDenied
    ? t`You did not allow it at ${name || t`the provider`}. Nothing has changed.`
    : t`The provider sent no answer that can be used. Please try again.`
  return arrival?.purpose === 'connect' ? (
    <Failed title={t`Not connected`} reason={reason}>
      <BackToProfile />
    </Failed>
  ) : (
    <Failed title={t`Not signed in`} reason={reason}>
      <BackToSignIn />
    </Failed>
  )
}

function Waiting({ name }: { name: string }) {
  const { t } = useLingui()
  return (
    <Gate title={t`One moment`} subtitle={name ? <Trans>Checking the answer of {name}...</Trans> : <Trans>Checking the answer...</Trans>}>
      <Loading>
        <Skeleton height="3rem" />
      </Loading>
    </Gate>
  )
}

function Failed({ title, reason, children }: { title: string; reason: string; children: ReactNode }) {
  return (
    <Gate title={title}>
      <div className="grid gap-5">
        <Alert type="error" announce>
          {reason}
        </Alert>
        {children}
      </div>
    </Gate>
  )
}

const BackToSignIn = () => (
  <LinkButton to="/login2" variant="primary" block>
    <Trans>Back to sign-in</Trans>
  </LinkButton>
)

const BackToProfile = () => (
  <LinkButton to="/profile" search={{ tab: 'security' }} variant="primary" block>
    <Trans>Back to your profile</Trans>
  </LinkButton>
)
