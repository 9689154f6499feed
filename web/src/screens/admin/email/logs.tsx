import { Trans, useLingui } from '@lingui/react/macro'
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { exportMailLogs, type MailLog } from '@twofold/contract/mail-log/logs'
import { Ban } from '../../../ui/icons/Ban.ts'
import { Download } from '../../../ui/icons/Download.ts'
import { MailX } from '../../../ui/icons/MailX.ts'
import { RefreshCw } from '../../../ui/icons/RefreshCw.ts'
import { useState } from 'react'
import { useEmailCrumbs } from './-use-email-crumbs.ts'
import { DecisionTrace } from '../../../mail-rules/mappings/DecisionTrace.tsx'
import { LogDialog } from '../../../mail-log/logs/LogDialog.tsx'
import { LogFilters } from '../../../mail-log/logs/LogFilters.tsx'
import { LogFigures } from '../../../mail-log/logs/LogFigures.tsx'
import { mailLogsKey, mailLogsQuery } from '../../../mail-log/logs/logs.ts'
import { mailCategories, mailProviders, mailStatuses } from '../../../lib/mail-terms.ts'
import { LogTable } from '../../../mail-log/logs/LogTable.tsx'
import { LogBulkBar } from '../../../mail-log/logs/LogBulkBar.tsx'
import { ResendDialog } from '../../../mail-log/logs/ResendDialog.tsx'
import { longToast } from '../../../ui/toast-options.ts'
import { ListPanel } from '../../../kits/ListPanel.tsx'
import { useSelection } from '../../../kits/use-selection.ts'
import { useListAddress } from '../../../kits/use-list-address.ts'
import { callForFile } from '../../../lib/call-for-file.ts'
import { dayIn, oneIn, pageIn, present, searchIn, textIn } from '../../../lib/list-search.ts'
import { useDownload } from '../../../kits/use-download.ts'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAddressDialog } from '../../../ui/use-address-dialog.ts'

export const Route = createFileRoute('/admin/email/logs')({
  validateSearch: searchIn(({ status, provider, category, search, subject, from, to, request, page, mail }) => ({
    status: oneIn(status, mailStatuses),
    provider: oneIn(provider, mailProviders),
    category: oneIn(category, mailCategories),
    search: textIn(search),
    subject: textIn(subject),
    from: dayIn(from),
    to: dayIn(to),
    request: textIn(request),
    page: pageIn(page),
    /** The e-mail with open details. */
    mail: textIn(mail),
  })),
  component: LogsScreen,
})

function LogsScreen() {
  const { t } = useLingui()
  const crumbs = useEmailCrumbs(t`Logs`)
  const client = useQueryClient()
  const navigate = Route.useNavigate()
  const { page = 1, mail, ...filters } = present(Route.useSearch())
  const { search, ...choices } = filters
  const wanted = { ...choices, ...(search !== undefined && { recipient_email: search }) }
  const logs = useQuery({ ...mailLogsQuery({ ...wanted, page }), select: (answer) => answer.logs })
  const isRefreshing = useIsFetching({ queryKey: mailLogsKey }) > 0
  const [resending, setResending] = useState<MailLog>()

  const selection = useSelection()
  const address = useListAddress({ page, filters, go: (to, how) => void navigate({ search: to, ...how }), onNarrow: selection.clear })
  const dialog = useAddressDialog()
  const list = present({ ...filters, page: page > 1 ? page : undefined })
  const download = useDownload(
    () => callForFile(exportMailLogs, { query: wanted }),
    (message) => t`Failed to export logs: ${message}`,
    longToast,
  )
  const [from, to, total] = [logs.data?.from ?? 0, logs.data?.to ?? 0, logs.data?.total ?? 0]
  return (
    <AdminPage
      title={t`Email Logs`}
      crumbs={crumbs}
      actions={
        <>
          <LinkButton to="/admin/email/suppressions" icon={Ban}>{t`Suppression List`}</LinkButton>
          <Button
            icon={Download}
            pending={download.isPending}
            pendingLabel={t`Exporting...`}
            onPress={() => download.mutate(undefined, { onSuccess: () => toast.success(t`Email logs exported successfully`, longToast) })}
          >
            <Trans>Export</Trans>
          </Button>
          <Button icon={RefreshCw} pending={isRefreshing} onPress={() => void client.invalidateQueries({ queryKey: mailLogsKey })}>
            <Trans>Refresh</Trans>
          </Button>
        </>
      }
    >
      <LogFigures />
      <ListPanel
        title={t`E-mails`}
        of={logs}
        address={address}
        failed={t`The e-mail log could not be loaded`}
        loading={t`Loading logs...`}
        summary={<Trans>{`Showing ${from} to ${to} of ${total} results`}</Trans>}
        empty={{ icon: MailX, title: t`No email logs found`, text: t`No emails have been sent yet or match your filters.` }}
        above={<LogBulkBar selection={selection} />}
        filters={<LogFilters filters={filters} onNarrow={address.narrow} />}
      >
        {({ data }) => (
          <LogTable
            logs={data}
            selected={selection.selected}
            onToggle={selection.toggle}
            onView={({ id }) => void navigate({ search: { ...list, mail: id }, ...dialog.opening })}
            onResend={setResending}
          />
        )}
      </ListPanel>
      {mail !== undefined && (
        <LogDialog
          id={mail}
          onClose={() => dialog.close(() => void navigate({ search: list, replace: true }))}
          onResend={setResending}
          traceOf={(trace) => <DecisionTrace trace={trace} />}
        />
      )}
      {resending && <ResendDialog log={resending} onClose={() => setResending(undefined)} />}
    </AdminPage>
  )
}
