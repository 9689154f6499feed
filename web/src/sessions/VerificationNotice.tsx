import { Trans, useLingui } from '@lingui/react/macro'
import { requestVerification } from '@twofold/contract/sessions'
import { useAct } from '../kits/use-act.ts'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { Alert } from '../ui/Alert.tsx'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { Button } from '../ui/Button.tsx'

/** The account exists, but its address is not verified yet: nobody is signed in. */
export function VerificationNotice({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useLingui()
  const resend = useAct({ send: () => call(requestVerification, { body: { email } }), failed: false, said: false, renews: [] })
  return (
    <div className="grid gap-5">
      <Alert type="info" title={t`Email verification required`} announce>
        <Trans>
          We sent a link to <strong>{email}</strong>. Open it to finish, then sign in.
        </Trans>
      </Alert>
      {resend.isSuccess && (
        <Alert type="success" announce>
          <Trans>Verification email sent! Please check your inbox.</Trans>
        </Alert>
      )}
      <FailureAlert>{resend.isError && failureMessage(resend.error, t`Failed to send verification email`)}</FailureAlert>
      <div className="grid gap-3">
        <Button block onPress={() => resend.mutate()} pending={resend.isPending} pendingLabel={t`Sending...`}>
          <Trans>Resend verification e-mail</Trans>
        </Button>
        <Button block variant="quiet" onPress={onBack}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </div>
  )
}
