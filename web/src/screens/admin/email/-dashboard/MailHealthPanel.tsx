import { useLingui } from '@lingui/react/macro'
import type { EmailStatistics } from '@twofold/contract/mail-log/dashboard'
import { Fact, Facts } from '../../../../ui/Facts.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { When } from '../../../../ui/When.tsx'

export function MailHealthPanel({ statistics }: { statistics: EmailStatistics | undefined }) {
  const { t, i18n } = useLingui()
  const count = (value: number | undefined) => (value === undefined ? '–' : i18n.number(value))
  const milliseconds = count(statistics?.avg_send_time)
  return (
    <Panel title={t`System Health`}>
      <Facts>
        <Fact name={t`Queue Pending`}>{count(statistics?.queue_pending)}</Fact>
        <Fact name={t`Failed Emails (24h)`}>{count(statistics?.failed_emails_24h)}</Fact>
        <Fact name={t`Average Send Time`}>{t`${milliseconds} ms`}</Fact>
        <Fact name={t`Last Health Check`}>{statistics ? <When at={statistics.last_health_check} /> : '–'}</Fact>
      </Facts>
    </Panel>
  )
}
