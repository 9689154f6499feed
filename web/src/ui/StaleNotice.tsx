import { Trans, useLingui } from '@lingui/react/macro'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'

type StaleNoticeProps = { title: string; onRetry: () => void; retrying: boolean }

/** Above what was loaded before, when it could not be loaded again: nobody should take it for what holds now. */
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
