import { useLingui } from '@lingui/react/macro'
import { FilterSelect } from '../../kits/FilterSelect.tsx'
import { textIn } from '../../lib/list-search.ts'
import { useTypedText } from '../../lib/use-typed-text.ts'
import { SearchField } from '../../ui/SearchField.tsx'

type Filters = {
  search?: string | undefined
  role?: 'admin' | 'user' | undefined
  status?: 'active' | 'deactivated' | 'deleted' | undefined
  second_factor?: 'on' | 'off' | undefined
}

type UserFiltersProps = { filters: Filters; onNarrow: (change: Filters) => void }

export function UserFilters({ filters, onNarrow }: UserFiltersProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useTypedText(filters.search ?? '', (text) => onNarrow({ search: textIn(text) }))
  return (
    <>
      <SearchField label={t`Search users`} placeholder={t`Search by name or email`} value={typed} onChange={setTyped} />
      <FilterSelect
        label={t`Role`}
        all={t`All roles`}
        options={{ admin: t`Administrator`, user: t`User` }}
        value={filters.role}
        onChange={(role) => onNarrow({ role })}
      />
      <FilterSelect
        label={t`Status`}
        all={t`All statuses`}
        options={{ active: t`Active`, deactivated: t`Deactivated`, deleted: t`Deleted` }}
        value={filters.status}
        onChange={(status) => onNarrow({ status })}
      />
      <FilterSelect
        label={t`Second factor`}
        all={t`Everybody`}
        options={{ on: t`With a second factor`, off: t`Password only` }}
        value={filters.second_factor}
        onChange={(second_factor) => onNarrow({ second_factor })}
      />
    </>
  )
}
