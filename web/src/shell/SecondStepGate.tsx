import { Trans, useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@twofold/contract/sessions'
import { SecondStep } from '../sessions/SecondStep.tsx'
import { useSignOut } from '../sessions/use-sign-out.ts'
import { TextButton } from '../ui/TextButton.tsx'
import { EndedSignIn } from './EndedSignIn.tsx'
import { Gate } from './Gate.tsx'

interface SecondStepGateProps {
  /** The user whose password was correct. */
  waiting: CurrentUser
  linkToken?: string | undefined
  /** This sign-in is over: the first step begins again. */
  onAgain?: () => void
}

/** The second step of a sign-in, in the place of the first or, after a reload, on a screen of its own. */
export function SecondStepGate({ waiting, linkToken, onAgain }: SecondStepGateProps) {
  const { t } = useLingui()
  const signOut = useSignOut()
  return (
    <Gate
      title={t`Confirm your sign-in`}
      subtitle={
        <Trans>
          as <strong>{waiting.email}</strong>
        </Trans>
      }
      footer={
        <p>
          <Trans>
            Not you? <TextButton onPress={() => void signOut().then(onAgain)}>Sign in as somebody else</TextButton>
          </Trans>
        </p>
      }
    >
      <SecondStep user={waiting} linkToken={linkToken} ended={(reason) => <EndedSignIn reason={reason} onAgain={onAgain} />} />
    </Gate>
  )
}
