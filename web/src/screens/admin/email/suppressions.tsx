import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { exportSuppressions, type Suppression } from '@twofold/contract/mail-delivery/suppressions'
import { MailCheck } from '../../../ui/icons/MailCheck.ts'
import { Download } from '../../../ui/icons/Download.ts'
import { FileInput } from '../../../ui/icons/FileInput.ts'
import { Plus } from '../../../ui/icons/Plus.ts'
import { ScrollText } from '../../../ui/icons/ScrollText.ts'
import { useState } from 'react'
import { useEmailCrumbs } from './-use-email-crumbs.ts'
import { AddSuppressionDialog } from '../../../mail-delivery/suppressions/AddSuppressionDialog.tsx'
import { ImportSuppressionsDialog } from '../../../mail-delivery/suppressions/ImportSuppressionsDialog.tsx'
import { useReasonLabels } from '../../../mail-delivery/suppressions/use-reason-labels.ts'
import { RemoveSuppressionDialog } from '../../../mail-delivery/suppressions/RemoveSuppressionDialog.tsx'
import { suppressionsQuery } from '../../../mail-delivery/suppressions/suppressions.ts'
import { SuppressionTable } from '../../../mail-delivery/suppressions/SuppressionTable.tsx'
import { filterFields } from '../../../kits/filter-fields.ts'
import { FilterSelect } from '../../../kits/FilterSelect.tsx'
import { useDownload } from '../../../kits/use-download.ts'
import { callForFile } from '../../../lib/call-for-file.ts'
import { longToast } from '../../../ui/toast-options.ts'
import { FilterSearch } from '../../../kits/FilterSearch.tsx'
import { ListPanel } from '../../../kits/ListPanel.tsx'
import { useListAddress } from '../../../kits/use-list-address.ts'
import { oneIn, pageIn, present, searchIn, textIn } from '../../../lib/list-search.ts'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'

// Written out: the address is read by the first script.
const reasons = ['bounce', 'complaint', 'manual', 'unsubscribe'] as const

export const Route = createFileRoute('/admin/email/suppressions')({
  validateSearch: searchIn(({ search, reason, page }) => ({ search: textIn(search), reason: oneIn(reason, reasons), page: pageIn(page) })),
  component: SuppressionsScreen,
})

function SuppressionsScreen() {
  const { t } = useLingui()
  const crumbs = useEmailCrumbs(t`Suppression List`)
  const navigate = Route.useNavigate()
  const { page = 1, ...filters } = present(Route.useSearch())
  const suppressions = useQuery({ ...suppressionsQuery({ page, ...filters }), select: (answer) => answer.suppressions })
  const address = useListAddress({ page, filters, go: (to, how) => void navigate({ search: to, ...how }) })
  const field = filterFields(filters, address.narrow)
  const labels = useReasonLabels()
  const download = useDownload(
    () => callForFile(exportSuppressions, { query: filters }),
    (message) => t`Failed to export the suppression list: ${message}`,
    longToast,
  )
  const [isImporting, setImporting] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Suppression>()
  const [from, to, total] = [suppressions.data?.from ?? 0, suppressions.data?.to ?? 0, suppressions.data?.total ?? 0]
  return (
    <AdminPage
      title={t`Suppression List`}
      subtitle={t`Addresses that get no more e-mails: one bounced, the recipient complained or unsubscribed, or you added them.`}
      crumbs={crumbs}
      actions={
        <>
          <LinkButton to="/admin/email/logs" icon={ScrollText}>{t`Email Logs`}</LinkButton>
          <Button icon={FileInput} onPress={() => setImporting(true)}>
            <Trans>Import</Trans>
          </Button>
          <Button icon={Download} pending={download.isPending} pendingLabel={t`Exporting...`} onPress={() => download.mutate(undefined)}>
            <Trans>Export</Trans>
          </Button>
          <Button variant="primary" icon={Plus} onPress={() => setAdding(true)}>
            <Trans>Add address</Trans>
          </Button>
        </>
      }
    >
      <ListPanel
        title={t`Addresses`}
        of={suppressions}
        address={address}
        failed={t`The suppression list could not be loaded`}
        summary={<Trans>{`Showing ${from} to ${to} of ${total} results`}</Trans>}
        empty={{
          icon: MailCheck,
          title: address.isNarrow ? t`Nothing found` : t`No address is suppressed`,
          text: address.isNarrow ? t`Try other filters.` : t`E-mails go to every address.`,
        }}
        filters={
          <>
            <FilterSearch label={t`Search addresses`} placeholder={t`Search by any part of the address`} {...field('search')} />
            <FilterSelect label={t`Reason`} all={t`All reasons`} options={labels} {...field('reason')} />
          </>
        }
      >
        {({ data }) => <SuppressionTable entries={data} onRemove={setRemoving} />}
      </ListPanel>
      {isImporting && <ImportSuppressionsDialog onClose={() => setImporting(false)} />}
      {isAdding && <AddSuppressionDialog onClose={() => setAdding(false)} />}
      {removing && <RemoveSuppressionDialog entry={removing} onClose={() => setRemoving(undefined)} />}
    </AdminPage>
  )
}
