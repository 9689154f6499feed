import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureMessage } from '../../lib/api-error.ts'
import { numberText } from '../../lib/number-text.ts'
import { successText } from '../../lib/success-text.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { StatCard, StatGrid } from '../../ui/StatCard.tsx'
import { emailStatisticsQuery } from './logs.ts'

/** Figures of all e-mail in the log. */
export function LogFigures() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useQuery(emailStatisticsQuery)
  if (error) {
    return (
      <Alert
        type="error"
        title={t`The figures could not be loaded`}
        actions={<Button size="sm" onPress={() => void refetch()} pending={isFetching}>{t`Retry`}</Button>}
      >
        {failureMessage(error, error.message)}
      </Alert>
    )
  }
  const figures = data?.statistics
  const count = (value: number | undefined) => (value === undefined ? undefined : numberText(value))
  return (
    <StatGrid label={t`Statistics`}>
      <StatCard label={t`E-mails sent`} value={count(figures?.total_emails_sent)} note={t`taken by a provider`} />
      <StatCard
        label={t`Success Rate`}
        value={figures && successText({ ...figures, total_sent: figures.total_emails_sent })}
        note={t`of those with a known outcome`}
      />
      <StatCard label={t`Queue`} value={count(figures?.queue_pending)} note={t`waiting to be sent`} />
      <StatCard label={t`Failed`} value={count(figures?.failed_emails_24h)} note={t`in the last 24 hours`} />
    </StatGrid>
  )
}
