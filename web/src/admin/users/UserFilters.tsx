import { useLingui } from '@lingui/react/macro'
import { FilterSelect } from '../../kits/FilterSelect.tsx'
import { FilterSearch } from '../../kits/FilterSearch.tsx'
import { filterFields } from '../../kits/filter-fields.ts'

type Filters = {
  search?: string | undefined
  role?: 'admin' | 'user' | undefined
  status?: 'active' | 'deactivated' | 'deleted' | undefined
  second_factor?: 'on' | 'off' | undefined
}

type UserFiltersProps = { filters: Filters; onNarrow: (change: Filters) => void }

export function UserFilters({ filters, onNarrow }: UserFiltersProps) {
  const { t } = useLingui()
  const field = filterFields(filters, onNarrow)
  return (
    <>
      <FilterSearch label={t`Search users`} placeholder={t`Search by name or e-mail`} {...field('search')} />
      <FilterSelect label={t`Role`} all={t`All roles`} options={{ admin: t`Administrator`, user: t`User` }} {...field('role')} />
      <FilterSelect
        label={t`Status`}
        all={t`All statuses`}
        options={{ active: t`Active`, deactivated: t`Deactivated`, deleted: t`Deleted` }}
        {...field('status')}
      />
      <FilterSelect
        label={t`Second factor`}
        all={t`Everybody`}
        options={{ on: t`With a second factor`, off: t`Password only` }}
        {...field('second_factor')}
      />
    </>
  )
}
