import { Trans, useLingui } from '@lingui/react/macro'
import { timeText } from '../lib/exact-time.ts'
import { Alert } from '../ui/Alert.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'

/** Shown on the dashboard until there is a second factor, if the installation asks for one. `dueAt` null: it is not required. */
export function SecondFactorCard({ dueAt }: { dueAt: string | null }) {
  const { t } = useLingui()
  return (
    <Alert
      type={dueAt === null ? 'info' : 'warning'}
      title={t`Protect your sign-in with a second factor`}
      actions={
        <LinkButton to="/profile" search={{ tab: 'security' }}>
          <Trans>Set it up</Trans>
        </LinkButton>
      }
    >
      {dueAt === null ? (
        <Trans>Your password is all that protects your vault. Add a passkey or an authenticator app.</Trans>
      ) : (
        <Trans>
          From <time dateTime={dueAt}>{timeText(dueAt)}</time>, you need a passkey or an authenticator app to open your vault.
        </Trans>
      )}
    </Alert>
  )
}
