import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type AuditActs, exportAudit } from '@twofold/contract/admin/audit'
import { Download } from '../../../ui/icons/Download.ts'
import { MailSearch } from '../../../ui/icons/MailSearch.ts'
import { RadioTower } from '../../../ui/icons/RadioTower.ts'
import { ScrollText } from '../../../ui/icons/ScrollText.ts'
import { auditQuery } from '../../../admin/audit/audit.ts'
import { actions, AuditFilters } from '../../../admin/audit/AuditFilters.tsx'
import { AuditTable } from '../../../admin/audit/AuditTable.tsx'
import { ChainLine } from '../../../admin/audit/ChainLine.tsx'
import { ListPanel } from '../../../kits/ListPanel.tsx'
import { useListAddress } from '../../../kits/use-list-address.ts'
import { callForFile } from '../../../lib/call-for-file.ts'
import { useDownload } from '../../../kits/use-download.ts'
import { dayIn, oneIn, pageIn, present, searchIn, textIn } from '../../../lib/list-search.ts'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Menu, MenuItem } from '../../../ui/Menu.tsx'

/** Here and not from the contract: the address is read before the screen's own script is there. */
const whoseActs: readonly AuditActs[] = ['administrators', 'people', 'all']

export const Route = createFileRoute('/admin/audit/')({
  validateSearch: searchIn(({ acts, who, action, whom, request, from, to, page }) => ({
    acts: oneIn(textIn(acts), whoseActs),
    who: textIn(who),
    action: textIn(action),
    whom: textIn(whom),
    request: textIn(request),
    from: dayIn(from),
    to: dayIn(to),
    page: pageIn(page),
  })),
  component: AuditScreen,
})

function AuditScreen() {
  const { t } = useLingui()
  const search = present(Route.useSearch())
  const navigate = Route.useNavigate()
  const { page = 1, action, ...others } = search
  const filters = { ...others, ...present({ action: oneIn(action, actions) }) }
  // A filter by request must not depend on whose act it was.
  const usual: AuditActs = filters.request === undefined ? 'administrators' : 'all'
  const acts = useQuery(auditQuery({ acts: usual, ...filters, page }))
  const address = useListAddress({ page, filters, go: (to, how) => void navigate({ search: to, ...how }) })
  const { isNarrow } = address
  const download = useDownload(
    (format: 'csv' | 'json') => callForFile(exportAudit, { query: { acts: usual, ...filters, format } }),
    t`The audit log could not be exported`,
  )
  return (
    <AdminPage
      title={t`Audit Log`}
      subtitle={t`What administrators and other people did. It can only be added to. Days and times are in UTC.`}
      crumbs={[{ label: t`Audit Log` }]}
      actions={
        <>
          {filters.request !== undefined && (
            <LinkButton to="/admin/email/logs" search={{ request: filters.request }} icon={MailSearch}>
              <Trans>E-mails of the request</Trans>
            </LinkButton>
          )}
          <LinkButton to="/admin/audit/streams" icon={RadioTower}>
            <Trans>Streams</Trans>
          </LinkButton>
          <Menu
            label={t`Export`}
            trigger={
              <Button icon={Download} pending={download.isPending}>
                <Trans>Export</Trans>
              </Button>
            }
          >
            <MenuItem onAction={() => download.mutate('csv')}>{t`As CSV`}</MenuItem>
            <MenuItem onAction={() => download.mutate('json')}>{t`As JSON`}</MenuItem>
          </Menu>
        </>
      }
    >
      <ChainLine />
      <ListPanel
        title={t`Acts`}
        of={acts}
        address={address}
        failed={t`The audit log could not be loaded`}
        empty={{
          icon: ScrollText,
          title: isNarrow ? t`Nothing found` : t`Nothing yet`,
          text: isNarrow ? t`Try other filters.` : t`What administrators do appears here.`,
        }}
        filters={<AuditFilters filters={filters} usual={usual} onNarrow={address.narrow} />}
      >
        {({ data }) => <AuditTable entries={data} />}
      </ListPanel>
    </AdminPage>
  )
}
