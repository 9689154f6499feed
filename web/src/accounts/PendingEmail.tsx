import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { cancelEmailChange, resendEmailChange } from '@twofold/contract/profile'
import { useAct } from '../kits/use-act.ts'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { Alert } from '../ui/Alert.tsx'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { Button } from '../ui/Button.tsx'
import { profileQuery, profileToastDuration } from './profile.ts'

/** A new address that waits for its confirmation, with actions. */
export function PendingEmail({ email, pending }: { email: string; pending: string }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const resend = useAct({
    send: () => call(resendEmailChange),
    failed: false,
    // The new address may have been confirmed meanwhile.
    renews: [profileQuery.queryKey],
    duration: profileToastDuration,
  })
  const cancel = useAct({
    send: () => call(cancelEmailChange),
    failed: false,
    renews: [],
    duration: profileToastDuration,
    onAnswer: ({ user }) => client.setQueryData(profileQuery.queryKey, { user }),
  })
  const failure = resend.error ?? cancel.error
  return (
    <div className="grid gap-3">
      <Alert
        type="info"
        title={
          <Trans>
            Waiting for <strong className="wrap-anywhere">{pending}</strong> to be confirmed
          </Trans>
        }
        actions={
          <>
            <Button size="sm" onPress={() => resend.mutate()} pending={resend.isPending} pendingLabel={t`Sending...`}>
              <Trans>Resend link</Trans>
            </Button>
            <Button size="sm" variant="quiet" onPress={() => cancel.mutate()} pending={cancel.isPending}>
              <Trans>Cancel change</Trans>
            </Button>
          </>
        }
      >
        <Trans>
          Open the link we sent there. It expires in 24 hours. Until then your address stays{' '}
          <strong className="wrap-anywhere">{email}</strong>.
        </Trans>
      </Alert>
      <FailureAlert>{failure && failureMessage(failure, failure.message)}</FailureAlert>
    </div>
  )
}
