import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { listTemplateLogs, MailLog } from '@twofold/contract/mail-log/logs'
import { Inbox } from '../../ui/icons/Inbox.ts'
import { FilterSelect } from '../../kits/FilterSelect.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { oneIn } from '../../lib/list-search.ts'
import { numberText } from '../../lib/number-text.ts'
import { hasOutcome } from '../../lib/success-text.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Select } from '../../ui/Select.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { mailProviders } from '../../lib/mail-terms.ts'
import { useMailStatusLabels } from '../../lib/use-mail-labels.ts'
import { MailStatusBadge } from './MailStatusBadge.tsx'
import { templateLogsQuery } from './logs.ts'

type LogsSearch = { status?: MailLog['status']; provider?: NonNullable<MailLog['provider']> }

type TemplateLogsPanelProps = {
  slug: string
  search: LogsSearch
  onSearch: (change: { [Name in keyof LogsSearch]: LogsSearch[Name] | undefined }) => void
}

/** The latest six e-mails of a template, and figures. */
export function TemplateLogsPanel({ slug, search: { status, provider }, onSearch }: TemplateLogsPanelProps) {
  const { t } = useLingui()
  const labels = useMailStatusLabels()
  const logs = useQuery(templateLogsQuery(slug, { ...(status && { status }), ...(provider && { provider }) }))
  const { data } = logs
  const isNarrow = status !== undefined || provider !== undefined
  const columns: Column<MailLog, 'recipient' | 'status' | 'provider' | 'time'>[] = [
    {
      key: 'recipient',
      header: t`Recipient`,
      card: 'title',
      cell: ({ id, recipient_email: to }) => (
        <Link className="wrap-anywhere" to="/admin/email/logs" search={{ mail: id }}>
          {to}
        </Link>
      ),
    },
    { key: 'status', header: t`Status`, cell: (log) => <MailStatusBadge status={log.status} /> },
    { key: 'provider', header: t`Provider`, cell: ({ provider_name: name }) => name ?? '–' },
    { key: 'time', header: t`Sent`, cell: ({ sent_at: sent, created_at: made }) => <Ago time={sent ?? made} /> },
  ]
  return (
    <Panel title={t`Recent Email Logs`} padding="none" actions={data && <Summary of={data.summary} />}>
      <FilterBar onClear={isNarrow ? () => onSearch({ status: undefined, provider: undefined }) : undefined}>
        <FilterSelect label={t`Status`} all={t`All`} options={labels} value={status} onChange={(next) => onSearch({ status: next })} />
        <Select
          label={t`Provider`}
          value={provider ?? ''}
          onChange={({ target }) => onSearch({ provider: oneIn(target.value, mailProviders) })}
          options={[
            { value: '', label: t`All` },
            ...Object.entries(data?.filters.providers ?? {}).map(([value, label]) => ({ value, label })),
          ]}
        />
      </FilterBar>
      <Loaded
        of={{ ...logs, data: data?.logs }}
        failed={(reason) => t`Failed to fetch email logs: ${reason}`}
        frame="inset"
        empty={{ icon: Inbox, title: t`No e-mails yet`, text: t`E-mails sent with this template appear here.` }}
      >
        {({ data: rows }) => <Table label={t`Recent Email Logs`} columns={columns} rows={rows} rowKey={({ id }) => id} />}
      </Loaded>
    </Panel>
  )
}

function Summary({ of: summary }: { of: CallResponse<typeof listTemplateLogs>['summary'] }) {
  const { total_logs: logs, success_rate: success, status_counts: counts } = summary
  const [total, rate] = [numberText(logs), numberText(success)]
  const notTaken = ['pending', 'failed', 'unknown'].reduce((sum, status) => sum + (counts[status] ?? 0), 0)
  return (
    <p className="text-sm text-text-2">
      {hasOutcome({ total_sent: logs - notTaken, success_rate: success }) ? (
        <Trans>
          {total} in all, {rate}% successful
        </Trans>
      ) : (
        <Trans>{total} in all</Trans>
      )}
    </p>
  )
}
