import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Suppression } from '@twofold/contract/email/suppressions'
import { MailCheck, Plus, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useEmailCrumbs } from '../../../email/crumbs.ts'
import { AddSuppressionDialog } from '../../../email/suppressions/AddSuppressionDialog.tsx'
import { RemoveSuppressionDialog } from '../../../email/suppressions/RemoveSuppressionDialog.tsx'
import { suppressionsQuery } from '../../../email/suppressions/suppressions.ts'
import { SuppressionTable } from '../../../email/suppressions/SuppressionTable.tsx'
import { failureMessage } from '../../../lib/api-error.ts'
import { pageIn, present, searchIn, textIn } from '../../../lib/list-search.ts'
import { useExistingPage } from '../../../lib/use-existing-page.ts'
import { useTypedText } from '../../../lib/use-typed-text.ts'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx'
import { FilterBar } from '../../../ui/FilterBar.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'

export const Route = createFileRoute('/admin/email/suppressions')({
  validateSearch: searchIn(({ search, page }) => ({ search: textIn(search), page: pageIn(page) })),
  component: SuppressionsScreen,
})

function SuppressionsScreen() {
  const { t } = useLingui()
  const crumbs = useEmailCrumbs(t`Suppression List`)
  const navigate = Route.useNavigate()
  const { search, page = 1 } = Route.useSearch()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    suppressionsQuery({ page, ...(search !== undefined && { search }) }),
  )
  const [typed, setTyped] = useTypedText(
    search ?? '',
    (text) => void navigate({ search: present({ search: textIn(text) }), replace: true }),
  )
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Suppression>()
  const list = data?.suppressions
  const goTo = (next: number, { replace = false } = {}) =>
    void navigate({ search: present({ search, page: next > 1 ? next : undefined }), replace })
  useExistingPage(page, isPlaceholderData ? undefined : list?.last_page, goTo)
  const [from, to, total] = [list?.from ?? 0, list?.to ?? 0, list?.total ?? 0]
  return (
    <AdminPage
      title={t`Suppression List`}
      subtitle={t`Addresses that get no mail any more: it came back, its person complained or unsubscribed, or you added them.`}
      crumbs={crumbs}
      actions={
        <>
          <LinkButton to="/admin/email/logs" icon={ScrollText}>{t`Email Logs`}</LinkButton>
          <Button variant="primary" icon={Plus} onPress={() => setAdding(true)}>
            <Trans>Add address</Trans>
          </Button>
        </>
      }
    >
      <Panel
        title={t`Addresses`}
        padding="none"
        footer={
          list &&
          list.last_page > 1 && (
            <Pagination
              page={page}
              pages={list.last_page}
              summary={<Trans>{`Showing ${from} to ${to} of ${total} results`}</Trans>}
              onPage={goTo}
            />
          )
        }
      >
        <FilterBar onClear={search === undefined ? undefined : () => void navigate({ search: {} })}>
          <SearchField label={t`Search addresses`} placeholder={t`Search by any part of the address`} value={typed} onChange={setTyped} />
        </FilterBar>
        {list && list.data.length > 0 ? (
          <SuppressionTable entries={list.data} onRemove={setRemoving} />
        ) : list ? (
          <EmptyState icon={MailCheck} title={search === undefined ? t`No address is suppressed` : t`Nothing found`} level={3}>
            {search === undefined ? <Trans>Mail goes to every address.</Trans> : <Trans>No suppressed address contains this.</Trans>}
          </EmptyState>
        ) : error ? (
          <ErrorState level={3} title={t`The suppression list could not be loaded`} onRetry={() => void refetch()} retrying={isFetching}>
            {failureMessage(error, error.message)}
          </ErrorState>
        ) : (
          <div className="p-5">
            <Loading />
          </div>
        )}
      </Panel>
      {isAdding && <AddSuppressionDialog onClose={() => setAdding(false)} />}
      {removing && <RemoveSuppressionDialog entry={removing} onClose={() => setRemoving(undefined)} />}
    </AdminPage>
  )
}
