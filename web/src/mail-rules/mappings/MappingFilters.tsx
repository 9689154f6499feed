import { useLingui } from '@lingui/react/macro'
import type { EventCategory } from '@twofold/contract/mail-rules/mappings'
import { FilterSelect } from '../../kits/FilterSelect.tsx'
import { textIn } from '../../lib/list-search.ts'
import { useTypedText } from '../../lib/use-typed-text.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
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
  const [typed, setTyped] = useTypedText(filters.search ?? '', (text) => onNarrow({ search: textIn(text) }))
  return (
    <FilterBar onClear={onClear}>
      <SearchField label={t`Search mappings`} placeholder={t`Search by event or template`} value={typed} onChange={setTyped} />
      <FilterSelect
        label={t`Status`}
        all={t`All statuses`}
        options={statuses}
        value={filters.status}
        onChange={(status) => onNarrow({ status })}
      />
      <FilterSelect
        label={t`Category`}
        all={t`All categories`}
        options={categories}
        value={filters.category}
        onChange={(category) => onNarrow({ category })}
      />
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
