import { Trans, useLingui } from '@lingui/react/macro'
import { cleanupTypes, type SystemReport } from '@twofold/contract/admin/system'
import type { ReactNode } from 'react'
import { numberText } from '../../lib/number-text.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { At } from '../../ui/At.tsx'
import { useCheckTitles } from './check-words.ts'
import { useCleanupTitles } from './use-cleanup-titles.ts'
import { StatusBadge } from './HealthPanel.tsx'
import { useWindowLabels } from './use-window-labels.ts'

const count = (value: number) => numberText(value)

/** The report as it is read and printed; the same as the JSON file. */
export function ReportView({ report }: { report: SystemReport }) {
  const { t } = useLingui()
  const { figures, installation, health } = report
  const checks = useCheckTitles()
  const windows = useWindowLabels()
  const cleanups = useCleanupTitles()
  return (
    <div className="grid gap-6 print:[&_.ui-card]:break-inside-avoid print:[&_.ui-card]:border-0 print:[&_.ui-panel-body]:px-0 print:[&_.ui-panel-head]:px-0">
      <Panel title={t`Installation`}>
        <Facts>
          <Fact name={t`Name`}>{installation.name}</Fact>
          <Fact name={t`Address`}>{installation.url}</Fact>
          <Fact name={t`Version`}>{installation.version}</Fact>
          {report.release.latest && <Fact name={t`Newest release`}>{report.release.latest.version}</Fact>}
          <Fact name={t`Node.js version`}>{figures.system.node_version}</Fact>
          <Fact name={t`Fastify version`}>{figures.system.framework_version}</Fact>
          <Fact name={t`PostgreSQL version`}>{figures.system.database_version}</Fact>
          <Fact name={t`Database size`}>{t`${numberText(figures.system.database_size)} MB`}</Fact>
        </Facts>
      </Panel>
      <Panel title={t`System Health`} actions={<StatusBadge status={health.status} />}>
        <ReportTable
          head={[t`Check`, t`Status`, t`Found`]}
          rows={health.checks.map(({ name, status, message }) => [checks[name], <StatusBadge key={name} status={status} />, message])}
        />
      </Panel>
      <FiguresPanel report={report} />
      <Panel title={t`Cleanup Operations`}>
        <Facts>
          {cleanupTypes.map((type) => (
            <Fact key={type} name={cleanups[type]}>
              {count(report.cleanups.find((cleanup) => cleanup.type === type)?.count ?? 0)}
            </Fact>
          ))}
        </Facts>
      </Panel>
      <Panel title={t`Jobs`}>
        <ReportTable
          head={[t`Queue`, t`Waiting`, t`Running`, t`Failed`]}
          rows={report.jobs.map(({ name, waiting, active, failed }) => [name, count(waiting), count(active), count(failed)])}
        />
      </Panel>
      <Panel title={t`Maintenance windows`}>
        {report.maintenance.length === 0 ? (
          <p>
            <Trans>None.</Trans>
          </p>
        ) : (
          <ReportTable
            head={[t`From`, t`Until`, t`Status`, t`Message`]}
            rows={report.maintenance.map(({ starts_at, ends_at, closed_at, status, message }) => [
              <At key="from" time={starts_at} />,
              <At key="until" time={status === 'ended' && closed_at !== null ? closed_at : ends_at} />,
              windows[status],
              message,
            ])}
          />
        )}
      </Panel>
    </div>
  )
}

function FiguresPanel({ report: { figures, second_factor: factors } }: { report: SystemReport }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Figures`}>
      <Facts>
        <Fact name={t`Users`}>
          <Trans>
            {count(figures.users.total)}, of which {count(figures.users.active)} are active and {count(figures.users.admins)} administrators
          </Trans>
        </Fact>
        <Fact name={t`Second factor`}>
          <Trans>
            {count(factors.without)} of {count(factors.people)} active users, and {count(factors.administrators_without)} of{' '}
            {count(factors.administrators)} administrators, sign in with a password alone
          </Trans>
        </Fact>
        <Fact name={t`New users (7 days)`}>{count(figures.users.recent_signups)}</Fact>
        <Fact name={t`Keys`}>{count(figures.keys.total)}</Fact>
        <Fact name={t`Shares`}>{count(figures.shares.total)}</Fact>
        <Fact name={t`Active sessions (7 days)`}>{count(figures.sessions.active)}</Fact>
        <Fact name={t`Recovery codes`}>
          <Trans>
            {count(figures.system.recovery_codes)}, of which {count(figures.system.unused_recovery_codes)} are unused and work
          </Trans>
        </Fact>
        <Fact name={t`Failed e-mails (24 hours)`}>{count(figures.email.failed_emails_24h)}</Fact>
      </Facts>
    </Panel>
  )
}

const cellLook =
  'border-b border-border p-2 text-start align-top wrap-anywhere first:ps-0 max-sm:pe-1 max-sm:first:min-w-22 max-sm:not-first:ps-1'

function ReportTable({ head, rows }: { head: readonly string[]; rows: readonly (readonly ReactNode[])[] }) {
  return (
    <table className="w-full border-collapse text-sm">
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col" className={cellLook}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) => (
              <td key={column} className={cellLook}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
