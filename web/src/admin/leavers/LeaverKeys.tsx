import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { LeaverKey, LeaverList } from '@twofold/contract/admin/leavers'
import { KeyRound } from '../../ui/icons.generated.ts'
import type { ReactNode } from 'react'
import { Loaded } from '../../kits/Loaded.tsx'
import { useExistingPage } from '../../lib/use-existing-page.ts'
import { useTypedText } from '../../lib/use-typed-text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { leaverKeysQuery } from './leavers.ts'

/** Where in the list one is; it stands in the address. */
export type LeaverView = {
  search: string
  page: number
  onSearch: (search: string) => void
  onPage: (page: number, how?: { replace?: boolean }) => void
}

type LeaverKeysProps = {
  userId: string
  list: LeaverList
  view: LeaverView
  title: string
  help: ReactNode
  /** What stands there when the list has nothing, whatever is searched for. */
  empty: string
  actions?: ReactNode
  /** Between filters and rows. */
  bar?: ReactNode
  children: (keys: readonly LeaverKey[]) => ReactNode
}

/** One of the lists of a plan, with its states. */
export function LeaverKeys({ userId, list, view, title, help, empty, actions, bar, children }: LeaverKeysProps) {
  const { t } = useLingui()
  const { search, page } = view
  const leaverKeys = useQuery(leaverKeysQuery(userId, { list, page, ...(search !== '' && { search }) }))
  useExistingPage(page, leaverKeys.isPlaceholderData ? undefined : leaverKeys.data?.last_page, view.onPage)
  const [typed, setTyped] = useTypedText(search, view.onSearch)
  return (
    <Panel
      title={title}
      padding="none"
      actions={actions}
      footer={
        leaverKeys.data &&
        leaverKeys.data.last_page > 1 && (
          <Pagination page={page} pages={leaverKeys.data.last_page} total={leaverKeys.data.total} onPage={view.onPage} />
        )
      }
    >
      <p className="px-4 pt-4 text-text-2 sm:px-5">{help}</p>
      <FilterBar onClear={search === '' ? undefined : () => view.onSearch('')}>
        <SearchField label={t`Search keys`} placeholder={t`Search by name`} value={typed} onChange={setTyped} />
      </FilterBar>
      {bar}
      <Loaded of={leaverKeys} failed={t`The keys could not be loaded`} loading={t`Loading keys...`} frame="inset">
        {(data) =>
          data.data.length > 0 ? (
            children(data.data)
          ) : (
            <EmptyState icon={KeyRound} title={search === '' ? empty : t`No key by this name`} level={3} />
          )
        }
      </Loaded>
    </Panel>
  )
}
