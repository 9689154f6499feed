import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cancelEmailChange, resendEmailChange } from '@twofold/contract/profile'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { Alert } from '../ui/Alert.tsx'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { profileQuery, profileToastDuration } from './profile.ts'

/** Another e-mail waits until it is confirmed: which one, and what can be done about it. */
export function PendingEmail({ email, pending }: { email: string; pending: string }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const said = (message: string) => toast.success(message, { duration: profileToastDuration })
  const resend = useMutation({
    mutationFn: () => call(resendEmailChange),
    onSuccess: ({ message }) => said(message),
    // The new address may have been confirmed meanwhile.
    onError: () => client.invalidateQueries(profileQuery),
  })
  const cancel = useMutation({
    mutationFn: () => call(cancelEmailChange),
    onSuccess: ({ user, message }) => {
      client.setQueryData(profileQuery.queryKey, { user })
      said(message)
    },
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
