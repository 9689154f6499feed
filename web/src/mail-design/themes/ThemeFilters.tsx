import { useLingui } from '@lingui/react/macro'
import type { LayoutType } from '@twofold/contract/mail-design/themes'
import { FilterSelect } from '../../kits/FilterSelect.tsx'
import { FilterSearch } from '../../kits/FilterSearch.tsx'
import { filterFields } from '../../kits/filter-fields.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
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
  const field = filterFields(filters, onNarrow)
  return (
    <FilterBar onClear={onClear}>
      <FilterSearch label={t`Search themes`} placeholder={t`Search by name or description`} {...field('search')} />
      <FilterSelect
        label={t`Type`}
        all={t`All types`}
        options={{ system: t`System`, custom: t`Custom`, public: t`Public` }}
        {...field('type')}
      />
      <FilterSelect label={t`Layout`} all={t`All layouts`} options={layouts} {...field('layout')} />
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
