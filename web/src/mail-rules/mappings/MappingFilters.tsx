import { useLingui } from '@lingui/react/macro'
import type { EventCategory } from '@twofold/contract/mail-rules/mappings'
import { FilterSelect } from '../../kits/FilterSelect.tsx'
import { FilterSearch } from '../../kits/FilterSearch.tsx'
import { filterFields } from '../../kits/filter-fields.ts'
import { textIn } from '../../lib/list-search.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Select } from '../../ui/Select.tsx'
import type { MappingStatus } from './mapping-status.ts'
import { useCategoryLabels, useStatusLabels } from './mapping-words.ts'

type Category = Exclude<EventCategory, 'other'>
type Filters = {
  search?: string | undefined
  status?: MappingStatus | undefined
  category?: Category | undefined
  provider?: string | undefined
}

type MappingFiltersProps = {
  filters: Filters
  providers: readonly { id: string; name: string }[]
  onNarrow: (change: Filters) => void
  /** Left out while nothing is narrowed down. */
  onClear: (() => void) | undefined
}

export function MappingFilters({ filters, providers, onNarrow, onClear }: MappingFiltersProps) {
  const { t } = useLingui()
  const statuses = useStatusLabels()
  const { other: _, ...categories } = useCategoryLabels()
  const field = filterFields(filters, onNarrow)
  return (
    <FilterBar onClear={onClear}>
      <FilterSearch label={t`Search mappings`} placeholder={t`Search by event or template`} {...field('search')} />
      <FilterSelect label={t`Status`} all={t`All statuses`} options={statuses} {...field('status')} />
      <FilterSelect label={t`Category`} all={t`All categories`} options={categories} {...field('category')} />
      <Select
        label={t`Provider`}
        value={filters.provider ?? ''}
        onChange={({ target }) => onNarrow({ provider: textIn(target.value) })}
        options={[
          { value: '', label: t`All providers` },
          { value: 'default', label: t`Default Provider` },
          ...providers.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </FilterBar>
  )
}
