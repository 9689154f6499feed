import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'

type StaleNoticeProps = { title: string; onRetry: () => void; retrying: boolean }

/** Shown above earlier data after a failed refetch, so that they are not taken for current. */
export function StaleNotice({ title, onRetry, retrying }: StaleNoticeProps) {
  const { t } = useLingui()
  const [id, titleId] = [useId(), useId()]
  return (
    <Alert
      type="error"
      announce
      title={<span id={titleId}>{title}</span>}
      actions={
        <Button id={id} aria-labelledby={`${id} ${titleId}`} size="sm" onPress={onRetry} pending={retrying}>
          {t`Retry`}
        </Button>
      }
    >
      <Trans>Couldn’t refresh. Showing earlier data.</Trans>
    </Alert>
  )
}
