import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { type CurrentUser, signUp } from '@twofold/contract/sessions'
import { Suspense, useEffect, useState } from 'react'
import { installationQuery } from '../lib/installation.ts'
import { callWithRateLimit } from '../lib/call.ts'
import { useIsSettled } from '../lib/use-is-settled.ts'
import { currentUserQuery } from '../sessions/current-user.ts'
import { SignInForm } from '../sessions/SignInForm.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import { Gate } from './Gate.tsx'
import { SessionEndNotice } from './SessionEndNotice.tsx'
import { latePart } from '../lib/late-part.ts'

const loadAccountForm = () => import('../sessions/AccountForm.tsx').then((module) => module.AccountForm)
/** Needed only during maintenance. */
const MaintenanceNotice = latePart(() => import('./MaintenanceNotice.tsx').then((module) => module.MaintenanceNotice))
/** Needed only for people with a second factor. */
const SecondStepGate = latePart(() => import('./SecondStepGate.tsx').then((module) => module.SecondStepGate))
const ResetPasswordDialog = latePart(() => import('../sessions/ResetPasswordDialog.tsx').then((module) => module.ResetPasswordDialog))
/** Needed only if the installation has providers. */
const SocialSignIn = latePart(() => import('../identities/SocialSignIn.tsx').then((module) => module.SocialSignIn))
const AccountForm = latePart(loadAccountForm)

interface SignInGateProps {
  /** Google and Facebook are offered whether or not the installation has configured them. */
  withWellKnown?: boolean
}

/**
 * The one page to sign in: every way that there is, the way to a new password, and in its place the second step or the form for a new account.
 * Each has its own form, so that changing over leaves no field, message or error behind.
 */
export function SignInGate({ withWellKnown = false }: SignInGateProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isNew, setIsNew] = useState(false)
  const [waiting, setWaiting] = useState<CurrentUser>()
  const [forgotten, setForgotten] = useState<string>()
  const isSettled = useIsSettled()
  useEffect(() => {
    // Should it not arrive, it is fetched again when somebody asks for it.
    if (isSettled) loadAccountForm().catch(() => {})
  }, [isSettled])
  const { data: installation } = useQuery(installationQuery)
  const title = useTitle(isNew, installation?.name)
  if (installation?.setup_required) return <Navigate to="/setup" replace />
  if (waiting)
    return (
      <Suspense fallback={null}>
        <SecondStepGate waiting={waiting} onAgain={() => setWaiting(undefined)} />
      </Suspense>
    )
  async function goOn() {
    const user = await client.ensureQueryData(currentUserQuery).catch(() => undefined)
    // The step's own screen handles an unavailable server.
    if (user?.second_factor_required) setWaiting(user)
    else await navigate({ to: '/second-step' })
  }
  const findProviders = async () => (await client.ensureQueryData(installationQuery)).providers
  const hasProviders = withWellKnown || (installation?.providers.length ?? 0) > 0
  return (
    <Gate
      key={isNew ? 'sign-up' : 'sign-in'}
      title={title}
      footer={<OtherForm signUp={installation?.sign_up} isNew={isNew} onToggle={() => setIsNew(!isNew)} />}
    >
      {installation?.maintenance && (
        <Suspense fallback={null}>
          <MaintenanceNotice {...installation.maintenance} />
        </Suspense>
      )}
      {!isNew && <SessionEndNotice />}
      {isNew ? (
        <Suspense fallback={<FormOutline />}>
          <AccountForm
            request={({ pin = '', ...account }) => callWithRateLimit(signUp, { body: { ...account, pin } })}
            submitLabel={t`Create account`}
            pendingLabel={t`Creating account...`}
            done={t`Account created. Opening your vault...`}
          />
        </Suspense>
      ) : (
        <SignInForm
          onSecondStep={() => void goOn()}
          passwordLink={(email) => (
            <TextButton onPress={() => setForgotten(email)}>
              <Trans>Forgot password?</Trans>
            </TextButton>
          )}
          others={
            hasProviders
              ? (remember) => (
                  // Reserves one row of buttons, so that the form does not move when they load.
                  <Suspense fallback={<Skeleton height="var(--h-md)" />}>
                    <SocialSignIn
                      providers={installation?.providers}
                      findProviders={findProviders}
                      withWellKnown={withWellKnown}
                      remember={remember}
                    />
                  </Suspense>
                )
              : undefined
          }
        />
      )}
      <Suspense>{forgotten !== undefined && <ResetPasswordDialog email={forgotten} onClose={() => setForgotten(undefined)} />}</Suspense>
    </Gate>
  )
}

interface OtherFormProps {
  /** Undefined: not known yet. */
  signUp: 'open' | 'invite' | 'closed' | undefined
  isNew: boolean
  onToggle: () => void
}

/** The way from one form to the other. The line keeps its place until it is known whether it is needed, so that nothing jumps. */
function OtherForm({ signUp, isNew, onToggle }: OtherFormProps) {
  const isOpen = signUp !== 'closed' && signUp !== 'invite'
  const toggle = <TextButton onPress={onToggle}>{isNew ? <Trans>Sign in</Trans> : <Trans>Create an account</Trans>}</TextButton>
  return (
    <p className={signUp === undefined ? 'invisible' : ''}>
      {!isOpen ? (
        <Trans>No account? Ask an administrator for an invitation.</Trans>
      ) : isNew ? (
        <Trans>Already have an account? {toggle}</Trans>
      ) : (
        <Trans>New here? {toggle}</Trans>
      )}
    </p>
  )
}

function FormOutline() {
  return (
    <Loading>
      <div className="grid gap-5">
        {['name', 'email', 'password', 'confirmation', 'pin'].map((field) => (
          <Skeleton key={field} height="2.5rem" />
        ))}
      </div>
    </Loading>
  )
}

/** With the installation's name, which moves nothing there when it arrives. The product's, its default, does not identify it. */
function useTitle(isNew: boolean, name = 'Twofold') {
  const { t } = useLingui()
  if (name === 'Twofold') return isNew ? t`Create an account` : t`Sign in`
  return isNew ? t`Create an account at ${name}` : t`Sign in to ${name}`
}
