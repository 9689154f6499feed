import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { signUp } from '@twofold/contract/sessions'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { installationQuery } from '../lib/installation.ts'
import { callWithRateLimit } from '../lib/call.ts'
import { useIsSettled } from '../lib/use-is-settled.ts'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import { Gate } from './Gate.tsx'
import { SessionEndNotice } from './SessionEndNotice.tsx'

const loadAccountForm = () => import('../sessions/AccountForm.tsx')
/** Only during a maintenance. */
const MaintenanceNotice = lazy(async () => ({ default: (await import('./MaintenanceNotice.tsx')).MaintenanceNotice }))
const AccountForm = lazy(async () => ({ default: (await loadAccountForm()).AccountForm }))

interface SignInGateProps {
  /** The form of the variant. */
  signIn: ReactNode
  /** Beneath the sign-in form's panel. */
  footer?: ReactNode
}

/** One screen, two modes. Each mode has its own form, so that changing over leaves no field, message or error behind. */
export function SignInGate({ signIn, footer }: SignInGateProps) {
  const { t } = useLingui()
  const [isNew, setIsNew] = useState(false)
  const isSettled = useIsSettled()
  useEffect(() => {
    // Should it not arrive, it is fetched again when somebody asks for it.
    if (isSettled) loadAccountForm().catch(() => {})
  }, [isSettled])
  const { data: installation } = useQuery(installationQuery)
  if (installation?.setup_required) return <Navigate to="/setup" replace />
  const toggle = (
    <TextButton onPress={() => setIsNew(!isNew)}>{isNew ? <Trans>Sign in</Trans> : <Trans>Create an account</Trans>}</TextButton>
  )
  return (
    <Gate
      key={isNew ? 'sign-up' : 'sign-in'}
      title={isNew ? t`Create an account` : t`Sign in`}
      subtitle={ownName(installation?.name)}
      footer={
        <>
          {/* The line keeps its place until it is known whether it is needed, so that nothing jumps. */}
          {installation?.sign_up !== 'closed' && installation?.sign_up !== 'invite' && (
            <p className={installation ? '' : 'invisible'}>
              {isNew ? <Trans>Already have an account? {toggle}</Trans> : <Trans>New here? {toggle}</Trans>}
            </p>
          )}
          {!isNew && footer}
        </>
      }
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
            request={(body) => callWithRateLimit(signUp, { body })}
            submitLabel={t`Create account`}
            pendingLabel={t`Creating account...`}
            done={t`Account created. Opening your vault...`}
          />
        </Suspense>
      ) : (
        signIn
      )}
    </Gate>
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

/** The product's own name, which an installation has until it gets another, tells nobody where they are. */
const ownName = (name = 'Twofold') => (name === 'Twofold' ? '' : name)
