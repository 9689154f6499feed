import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type AuditAction, auditActions, type AuditActs, exportAudit } from '@twofold/contract/admin/audit'
import { Download, MailSearch, RadioTower, ScrollText } from '../../../ui/icons.generated.ts'
import { auditQuery } from '../../../admin/audit/audit.ts'
import { AuditTable } from '../../../admin/audit/AuditTable.tsx'
import { ChainLine } from '../../../admin/audit/ChainLine.tsx'
import { ListPanel } from '../../../kits/ListPanel.tsx'
import { useListAddress } from '../../../kits/use-list-address.ts'
import { callForFile } from '../../../lib/call.ts'
import { useDownload } from '../../../lib/use-download.ts'
import { dayIn, oneIn, pageIn, present, searchIn, textIn } from '../../../lib/list-search.ts'
import { useTypedText } from '../../../lib/use-typed-text.ts'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Menu, MenuItem } from '../../../ui/Menu.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { translateSentence } from '../../../lib/server-texts.ts'

const actions = (Object.keys(auditActions) as AuditAction[]).filter((action) => !action.startsWith('person.'))

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
  // Whoever has the id of a request does not know yet whose act it was.
  const usual: AuditActs = filters.request === undefined ? 'administrators' : 'all'
  const acts = useQuery(auditQuery({ acts: usual, ...filters, page }))
  const address = useListAddress({ of: acts, page, filters, go: (to, how) => void navigate({ search: to, ...how }) })
  const { isNarrow, narrow } = address
  const [who, setWho] = useTypedText(filters.who ?? '', (text) => narrow({ who: textIn(text) }))
  const [whom, setWhom] = useTypedText(filters.whom ?? '', (text) => narrow({ whom: textIn(text) }))
  const [request, setRequest] = useTypedText(filters.request ?? '', (text) => narrow({ request: textIn(text) }))
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
        empty={
          <EmptyState icon={ScrollText} title={isNarrow ? t`Nothing found` : t`Nothing yet`} level={3}>
            {isNarrow ? <Trans>Try other filters.</Trans> : <Trans>What administrators do appears here.</Trans>}
          </EmptyState>
        }
        filters={
          <>
            <Select
              label={t`Acts`}
              value={filters.acts ?? usual}
              onChange={({ target }) => narrow({ acts: oneIn(target.value, whoseActs) })}
              options={[
                { value: 'administrators', label: t`Of administrators and the system` },
                { value: 'people', label: t`Of people in their own accounts` },
                { value: 'all', label: t`Of everybody` },
              ]}
            />
            <TextField label={t`Who`} type="search" value={who} onChange={({ target }) => setWho(target.value)} />
            <TextField label={t`Target`} type="search" value={whom} onChange={({ target }) => setWhom(target.value)} />
            <TextField label={t`Request ID`} type="search" value={request} onChange={({ target }) => setRequest(target.value)} />
            <Select
              label={t`What`}
              value={filters.action ?? ''}
              onChange={({ target }) => narrow({ action: oneIn(target.value, actions) })}
              options={[
                { value: '', label: t`Everything` },
                ...actions.map((value) => ({ value, label: translateSentence(`audit.${value}`, auditActions[value]) })),
              ]}
            />
            <TextField
              label={t`From (UTC)`}
              type="date"
              value={filters.from ?? ''}
              onChange={({ target }) => narrow({ from: dayIn(target.value) })}
            />
            <TextField
              label={t`To (UTC)`}
              type="date"
              value={filters.to ?? ''}
              onChange={({ target }) => narrow({ to: dayIn(target.value) })}
            />
          </>
        }
      >
        {({ data }) => <AuditTable entries={data} />}
      </ListPanel>
    </AdminPage>
  )
}
