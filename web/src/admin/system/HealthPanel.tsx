import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { HealthStatus } from '@twofold/contract/admin/health'
import { healthLimits } from '@twofold/contract/admin/health-limits'
import { MonitorSmartphone } from '../../ui/icons/MonitorSmartphone.ts'
import type { ReactNode } from 'react'
import { Loaded } from '../../kits/Loaded.tsx'
import { numberText } from '../../lib/number-text.ts'
import { AddressLink } from '../../ui/AddressLink.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SettingList, SettingRow } from '../../ui/SettingRow.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { At } from '../../ui/At.tsx'
import { checkIcons, useCheckTitles, useRemedies } from './check-words.ts'
import { healthQuery } from './system.ts'

/** Everything that is measured, and from where on it is a warning. */
export function HealthPanel({ figures }: { figures: ReactNode }) {
  const { t } = useLingui()
  const health = useQuery(healthQuery)
  const titles = useCheckTitles()
  const remedyLabel = useRemedies()
  return (
    <Panel title={t`System Health`} actions={health.data && <StatusBadge status={health.data.status} />}>
      {figures}
      <Loaded of={health} failed={t`The health could not be measured`} loading={t`Measuring...`}>
        {(data) => (
          <>
            <SettingList label={t`Checks`}>
              {data.checks
                .toSorted((a, b) => urgency(b) - urgency(a))
                .map(({ name, status, value, message, items, since, remedy }) => (
                  <SettingRow
                    key={name}
                    icon={checkIcons[name]}
                    title={titles[name]}
                    state={<StatusBadge status={status} />}
                    actions={<span className="font-medium tabular-nums">{value}</span>}
                  >
                    {message}
                    {since !== null && isTrouble(status) && (
                      <>
                        {' '}
                        <Trans>
                          Since <At time={since} />.
                        </Trans>
                      </>
                    )}
                    {remedy !== null && (
                      <>
                        {' '}
                        <AddressLink href={remedy}>{remedyLabel({ name, remedy })}</AddressLink>
                      </>
                    )}
                    {items.length > 0 && (
                      <ul className="mt-2 grid gap-1">
                        {items.map(({ text, link }) => (
                          <li key={text} className="wrap-anywhere">
                            <AddressLink href={link}>{text}</AddressLink>
                          </li>
                        ))}
                      </ul>
                    )}
                  </SettingRow>
                ))}
              <BrowserClock seconds={data.browserSeconds} />
            </SettingList>
            <p className="mt-6 text-sm text-text-2">
              {health.error ? null : data.last_run === null ? (
                <Trans>The regular check has not run yet. It runs every minute and notifies administrators when a result changes.</Trans>
              ) : (
                <Trans>
                  Measured now. The regular check ran <Ago time={data.last_run} />. It notifies administrators when a result changes.
                </Trans>
              )}{' '}
              <Limits />
            </p>
          </>
        )}
      </Loaded>
    </Panel>
  )
}

/** Problems come first; the others keep their order. */
const urgency = ({ status }: { status: HealthStatus }) => ['warning', 'critical'].indexOf(status)

/** A check by the browser itself, since codes depend on this clock too. */
function BrowserClock({ seconds }: { seconds: number }) {
  const { t } = useLingui()
  const off = Math.abs(seconds)
  const { warning, critical } = healthLimits.clockSeconds
  const status: HealthStatus = off > critical ? 'critical' : off > warning ? 'warning' : 'healthy'
  const shown = numberText(off, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <SettingRow
      icon={MonitorSmartphone}
      title={t`Clock of this browser`}
      state={<StatusBadge status={status} />}
      actions={<span className="font-medium tabular-nums">{t`${shown} s off`}</span>}
    >
      {status === 'healthy' ? (
        <Trans>It agrees with the clock of the server.</Trans>
      ) : seconds > 0 ? (
        <Trans>It is behind the clock of the server.</Trans>
      ) : (
        <Trans>It is ahead of the clock of the server.</Trans>
      )}
    </SettingRow>
  )
}

function Limits() {
  const { failedMails, waitingMails, oldestJobSeconds, freeDisk, clockSeconds } = healthLimits
  const minutes = oldestJobSeconds.warning / 60
  return (
    <Trans>
      Warning: more than {failedMails.warning} failed e-mails in 24 hours or {waitingMails.warning} waiting ones, a job that waits for{' '}
      <Plural value={minutes} one="# minute" other="# minutes" />, an e-mail that waits for more than an hour, no backup, no e-mail
      provider, less than {freeDisk.warning} % of the disk, a clock that is {clockSeconds.warning} seconds off. Critical: more than{' '}
      {failedMails.critical} failed e-mails.
    </Trans>
  )
}

const tones: Record<HealthStatus, BadgeTone> = { healthy: 'success', warning: 'warning', critical: 'danger', unknown: 'neutral' }

export function StatusBadge({ status }: { status: HealthStatus }) {
  const { t } = useLingui()
  const labels: Record<HealthStatus, string> = { healthy: t`Healthy`, warning: t`Warning`, critical: t`Critical`, unknown: t`Unknown` }
  return <Badge tone={tones[status]}>{labels[status]}</Badge>
}

/**
 * A line above the tabs, of the same height before and after the health is known, so that nothing below it moves. The problems are listed with the
 * checks.
 */
export function HealthLine() {
  const { t } = useLingui()
  const { data, error } = useQuery(healthQuery)
  const lines: Record<HealthStatus, { type: 'success' | 'warning' | 'error' | 'info'; title: string }> = {
    healthy: { type: 'success', title: t`System Healthy` },
    warning: { type: 'warning', title: t`System Warning` },
    critical: { type: 'error', title: t`System Critical` },
    unknown: { type: 'info', title: t`System Unknown` },
  }
  const { type, title } = lines[data?.status ?? 'unknown']
  const troubles = data?.checks.filter(({ status }) => isTrouble(status)).length ?? 0
  return (
    <Alert
      type={type}
      title={data === undefined && error === null ? t`Measuring...` : title}
      actions={
        <AddressLink href="/admin/system#checks">
          {troubles === 0 ? t`All checks` : <Plural value={troubles} one="# check to look at" other="# checks to look at" />}
        </AddressLink>
      }
    />
  )
}

const isTrouble = (status: HealthStatus) => status === 'warning' || status === 'critical'
