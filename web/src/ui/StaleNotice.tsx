import { Trans, useLingui } from '@lingui/react/macro'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'

type StaleNoticeProps = { title: string; onRetry: () => void; retrying: boolean }

/** Shown above earlier data after a failed refetch, so that they are not taken for current. */
export function StaleNotice({ title, onRetry, retrying }: StaleNoticeProps) {
  const { t } = useLingui()
  return (
    <Alert
      type="error"
      announce
      title={title}
      actions={
        <Button size="sm" onPress={onRetry} pending={retrying}>
          {t`Retry`}
        </Button>
      }
    >
      <Trans>Couldn’t refresh. Showing earlier data.</Trans>
    </Alert>
  )
}
