import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { LeaverKey, LeaverList } from '@twofold/contract/admin/leavers'
import { KeyRound } from '../../ui/icons/KeyRound.ts'
import type { ReactNode } from 'react'
import { ListPanel } from '../../kits/ListPanel.tsx'
import { useTypedText } from '../../lib/use-typed-text.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { leaverKeysQuery } from './leavers.ts'

/** Position in the list; part of the address. */
export type LeaverView = {
  search: string
  page: number
  onSearch: (search: string) => void
  onPage: (page: number, how?: { replace?: boolean }) => void
}

type LeaverListPanelProps = {
  userId: string
  list: LeaverList
  view: LeaverView
  title: string
  help: ReactNode
  /** Text for an empty list, whatever the search. */
  empty: string
  /** Between filters and rows. */
  bar?: ReactNode
  children: (keys: readonly LeaverKey[]) => ReactNode
}

/** One of the lists of a plan, with its states. */
export function LeaverListPanel({ userId, list, view, title, help, empty, bar, children }: LeaverListPanelProps) {
  const { t } = useLingui()
  const { search, page } = view
  const leaverKeys = useQuery(leaverKeysQuery(userId, { list, page, ...(search !== '' && { search }) }))
  const [typed, setTyped] = useTypedText(search, view.onSearch)
  return (
    <ListPanel
      title={title}
      of={leaverKeys}
      address={{ page, goTo: view.onPage, isNarrow: search !== '', clear: () => view.onSearch('') }}
      failed={t`The keys could not be loaded`}
      loading={t`Loading keys...`}
      intro={<p className="px-4 pt-4 text-text-2 sm:px-5">{help}</p>}
      filters={<SearchField label={t`Search keys`} placeholder={t`Search by name`} value={typed} onChange={setTyped} />}
      above={bar}
      empty={{ icon: KeyRound, title: search === '' ? empty : t`No key by this name` }}
    >
      {({ data }) => children(data)}
    </ListPanel>
  )
}
