import { useLingui } from '@lingui/react/macro'
import { oneIn } from '../../lib/list-search.ts'
import { FilterSelect } from '../../kits/FilterSelect.tsx'
import { FilterSearch } from '../../kits/FilterSearch.tsx'
import { filterFields } from '../../kits/filter-fields.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Select } from '../../ui/Select.tsx'
import { mailCategories } from '../../lib/mail-terms.ts'
import type { TemplateFilters } from './browse-templates.ts'
import { useMailCategoryLabels } from '../../lib/use-mail-labels.ts'

type TemplateFilterBarProps = {
  filters: TemplateFilters
  categories: Record<string, string>
  onChange: (change: { [Name in keyof TemplateFilters]?: TemplateFilters[Name] | undefined }) => void
  onClear: () => void
}

export function TemplateFilterBar({ filters, categories, onChange, onClear }: TemplateFilterBarProps) {
  const { t } = useLingui()
  const labels: Record<string, string> = useMailCategoryLabels()
  const field = filterFields(filters, onChange)
  return (
    <FilterBar onClear={Object.keys(filters).length > 0 ? onClear : undefined}>
      <FilterSearch label={t`Search templates`} placeholder={t`Search by name, subject or description`} {...field('search')} />
      <Select
        label={t`Category`}
        value={filters.category ?? ''}
        onChange={({ target }) => onChange({ category: oneIn(target.value, mailCategories) })}
        options={[
          { value: '', label: t`All` },
          ...Object.entries(categories).map(([value, label]) => ({ value, label: labels[value] ?? label })),
        ]}
      />
      <FilterSelect label={t`Status`} all={t`All`} options={{ active: t`Active`, inactive: t`Inactive` }} {...field('status')} />
      <FilterSelect label={t`Type`} all={t`All`} options={{ system: t`System`, custom: t`Custom` }} {...field('type')} />
    </FilterBar>
  )
}
