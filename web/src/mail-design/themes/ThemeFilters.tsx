import { useLingui } from '@lingui/react/macro'
import type { LayoutType } from '@twofold/contract/mail-design/themes'
import { FilterSelect } from '../../kits/FilterSelect.tsx'
import { textIn } from '../../lib/list-search.ts'
import { useTypedText } from '../../lib/use-typed-text.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useLayoutLabels } from './theme-words.ts'

type Filters = {
  search?: string | undefined
  type?: 'system' | 'custom' | 'public' | undefined
  layout?: LayoutType | undefined
}
type Sort = 'name' | 'layout_type' | undefined

type ThemeFiltersProps = {
  filters: Filters
  sort: Sort
  onNarrow: (change: Filters & { sort?: Sort }) => void
  /** Left out while nothing is narrowed down. */
  onClear: (() => void) | undefined
}

export function ThemeFilters({ filters, sort, onNarrow, onClear }: ThemeFiltersProps) {
  const { t } = useLingui()
  const layouts = useLayoutLabels()
  const [typed, setTyped] = useTypedText(filters.search ?? '', (text) => onNarrow({ search: textIn(text) }))
  return (
    <FilterBar onClear={onClear}>
      <SearchField label={t`Search themes`} placeholder={t`Search by name or description`} value={typed} onChange={setTyped} />
      <FilterSelect
        label={t`Type`}
        all={t`All types`}
        options={{ system: t`System`, custom: t`Custom`, public: t`Public` }}
        value={filters.type}
        onChange={(type) => onNarrow({ type })}
      />
      <FilterSelect
        label={t`Layout`}
        all={t`All layouts`}
        options={layouts}
        value={filters.layout}
        onChange={(layout) => onNarrow({ layout })}
      />
      <FilterSelect
        label={t`Sort by`}
        all={t`Newest first`}
        options={{ name: t`Name`, layout_type: t`Layout` }}
        value={sort}
        onChange={(next) => onNarrow({ sort: next })}
      />
    </FilterBar>
  )
}
