import { useLingui } from '@lingui/react/macro'
import { oneIn, textIn } from '../../lib/list-search.ts'
import { useTypedText } from '../../lib/use-typed-text.ts'
import { FilterSelect } from '../../kits/FilterSelect.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Select } from '../../ui/Select.tsx'
import { mailCategories } from '../mail-search.ts'
import type { TemplateFilters } from './browse-templates.ts'
import { useMailCategoryLabels } from '../use-mail-labels.ts'

type TemplateFilterBarProps = {
  filters: TemplateFilters
  categories: Record<string, string>
  onChange: (change: { [Name in keyof TemplateFilters]?: TemplateFilters[Name] | undefined }) => void
  onClear: () => void
}

export function TemplateFilterBar({ filters, categories, onChange, onClear }: TemplateFilterBarProps) {
  const { t } = useLingui()
  const labels: Record<string, string> = useMailCategoryLabels()
  const [typed, setTyped] = useTypedText(filters.search ?? '', (text) => onChange({ search: textIn(text) }))
  return (
    <FilterBar onClear={Object.keys(filters).length > 0 ? onClear : undefined}>
      <SearchField label={t`Search templates`} placeholder={t`Search by name, subject or description`} value={typed} onChange={setTyped} />
      <Select
        label={t`Category`}
        value={filters.category ?? ''}
        onChange={({ target }) => onChange({ category: oneIn(target.value, mailCategories) })}
        options={[
          { value: '', label: t`All` },
          ...Object.entries(categories).map(([value, label]) => ({ value, label: labels[value] ?? label })),
        ]}
      />
      <FilterSelect
        label={t`Status`}
        all={t`All`}
        options={{ active: t`Active`, inactive: t`Inactive` }}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label={t`Type`}
        all={t`All`}
        options={{ system: t`System`, custom: t`Custom` }}
        value={filters.type}
        onChange={(type) => onChange({ type })}
      />
    </FilterBar>
  )
}
