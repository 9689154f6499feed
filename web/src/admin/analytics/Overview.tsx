import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Analytics } from '@twofold/contract/admin/analytics'
import type { ComponentProps } from 'react'
import { Figures } from '../../ui/Figures.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { Chart } from './analytics-search.ts'
import { ChartPanel, type Line } from './ChartPanel.tsx'
import { comparison, countText, lastMonth } from './figure-text.ts'
import { Distribution, Facts, Health, Sharing } from './StandingPanels.tsx'
import { TopUsers } from './TopUsers.tsx'

type OverviewProps = {
  analytics: Analytics
  tables: readonly Chart[]
  onTable: (chart: Chart, asTable: boolean) => void
}

const line = (figure: Line['figure'], name: string, kind: Line['kind']): Line => ({ figure, name, kind })

/** Figures of the range, and present totals. */
export function Overview({ analytics, tables, onTable }: OverviewProps) {
  const { t } = useLingui()
  const { totals, totals_before: before, range, login_activity: logins } = analytics
  const view = (chart: Chart) => ({
    analytics,
    asTable: tables.includes(chart),
    onAsTable: (asTable: boolean) => onTable(chart, asTable),
  })
  const compared = (figure: Line['figure']) => comparison(totals[figure], before[figure], range.days)
  const [loginCount, average] = [countText(totals.sign_ins), countText(logins.average_logins_per_day)]
  const [loginsCompared, growthCompared, failuresCompared] = [compared('sign_ins'), compared('sign_ups'), compared('failed_sign_ins')]
  const [keys, shares] = [countText(totals.keys_made), countText(totals.shares_made)]
  const [shown, copied] = [countText(totals.codes_shown), countText(totals.copies)]
  return (
    <>
      <UserGrowth analytics={analytics} />
      <div className="grid gap-6 md:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <ChartPanel
          {...view('logins')}
          title={t`Login Activity Patterns`}
          lines={[line('sign_ins', t`Logins`, 'area')]}
          caption={t`${loginCount} logins, ${average} a day on average: ${loginsCompared}.`}
        >
          <Facts
            facts={[
              [t`Active login days`, countText(logins.active_login_days)],
              [t`Total logins`, loginCount],
              [t`Average logins per day`, average],
            ]}
          />
        </ChartPanel>
        <ChartPanel
          {...view('growth')}
          title={t`New users`}
          lines={[line('sign_ups', t`New users`, 'bar')]}
          caption={
            <>
              <Plural value={totals.sign_ups} one="# new user" other="# new users" />: {growthCompared}.
            </>
          }
        />
      </div>
      <div className="grid gap-6 md:grid-cols-2">
        <Distribution {...analytics.key_distribution} />
        <Sharing {...analytics.sharing_activity} users={analytics.key_distribution.total_users} />
      </div>
      <TopActiveUsers analytics={analytics} />
      <div className="grid gap-6 md:grid-cols-2">
        <Health {...analytics.health} />
        <ChartPanel
          {...view('failures')}
          title={t`Failed logins`}
          lines={[line('failed_sign_ins', t`Failed logins`, 'bar')]}
          caption={
            <>
              <Plural value={totals.failed_sign_ins} one="# failed login" other="# failed logins" />: {failuresCompared}.
            </>
          }
        />
        <ChartPanel
          {...view('keys')}
          title={t`Keys and shares`}
          lines={[line('keys_made', t`New keys`, 'bar'), line('shares_made', t`New shares`, 'bar')]}
          caption={t`New keys: ${keys}, ${compared('keys_made')}. New shares: ${shares}, ${compared('shares_made')}. What was deleted or ended since is not counted.`}
        />
        <ChartPanel
          {...view('codes')}
          title={t`Use of codes`}
          lines={[line('codes_shown', t`Shown`, 'area'), line('copies', t`Copied`, 'line')]}
          caption={t`Shown, once for each person, key and hour: ${shown}. Copied: ${copied}.`}
        />
      </div>
      <MailChart {...view('mail')} />
    </>
  )
}

function UserGrowth({ analytics }: { analytics: Analytics }) {
  const { t } = useLingui()
  const { user_growth: growth, login_activity: logins } = analytics
  return (
    <Panel title={t`User Growth Analysis`} padding="none">
      <Figures
        isBare
        label={t`User Growth Analysis`}
        figures={[
          { label: t`Active Days`, value: countText(growth.active_days), note: t`of the last 30` },
          { label: t`New Users`, value: countText(growth.new_users_this_month), note: <MonthNote analytics={analytics} /> },
          { label: t`Never Logged In`, value: countText(logins.never_logged_in), note: t`of all users` },
          { label: t`Inactive 30+ days`, value: countText(logins.inactive_users), note: t`logged in before` },
        ]}
      />
    </Panel>
  )
}

function TopActiveUsers({ analytics: { key_distribution: keys, sharing_activity: sharing } }: { analytics: Analytics }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Top Active Users`}>
      <div className="grid gap-6 md:grid-cols-2 md:gap-10">
        <TopUsers
          title={t`By keys`}
          empty={t`Nobody has keys yet.`}
          users={keys.top_key_users.map(({ two_fa_keys_count: count, ...user }) => ({
            ...user,
            count,
            text: count === 1 ? t`1 key` : t`${countText(count)} keys`,
          }))}
        />
        <TopUsers
          title={t`By shares`}
          empty={t`Nobody shares keys yet.`}
          users={sharing.top_sharing_users.map(({ shares_count: count, ...user }) => ({
            ...user,
            count,
            text: count === 1 ? t`1 share` : t`${countText(count)} shares`,
          }))}
        />
      </div>
    </Panel>
  )
}

function MailChart(view: Pick<ComponentProps<typeof ChartPanel>, 'analytics' | 'asTable' | 'onAsTable'>) {
  const { t } = useLingui()
  const { totals } = view.analytics
  const [sent, delivered] = [countText(totals.mails_sent), countText(totals.mails_delivered)]
  const [failed, opened] = [countText(totals.mails_failed + totals.mails_bounced), countText(totals.mails_opened)]
  return (
    <ChartPanel
      {...view}
      title={t`E-mail`}
      lines={[
        line('mails_sent', t`Sent`, 'area'),
        line('mails_delivered', t`Delivered`, 'line'),
        line('mails_opened', t`Opened`, 'line'),
        line('mails_failed', t`Failed`, 'line'),
      ]}
      caption={t`Sent: ${sent}. Delivered: ${delivered}. Opened: ${opened}. Failed or bounced: ${failed}.`}
    />
  )
}

function MonthNote({ analytics: { user_growth: growth, counted_at: countedAt } }: { analytics: Analytics }) {
  const { new_users_this_month: now, new_users_last_month: then } = growth
  const month = lastMonth(countedAt)
  const difference = countText(Math.abs(now - then))
  if (now === then) return <Trans>this month, as many as in {month}</Trans>
  return now > then ? (
    <Trans>
      this month, {difference} more than in {month}
    </Trans>
  ) : (
    <Trans>
      this month, {difference} fewer than in {month}
    </Trans>
  )
}
