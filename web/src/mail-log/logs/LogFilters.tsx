import { useLingui } from '@lingui/react/macro'
import { type MailCategory, type MailStatus, type ProviderKind, providerLabels } from '@twofold/contract/mail-design/mail-terms'
import { FilterDay } from '../../kits/FilterDay.tsx'
import { FilterSelect } from '../../kits/FilterSelect.tsx'
import { FilterSearch } from '../../kits/FilterSearch.tsx'
import { FilterText } from '../../kits/FilterText.tsx'
import { filterFields } from '../../kits/filter-fields.ts'
import { useMailCategoryLabels, useMailStatusLabels } from '../../lib/use-mail-labels.ts'

/** Milliseconds without a key after which a text is searched for. */
const searchPause = 500

type Filters = {
  search?: string | undefined
  status?: MailStatus | undefined
  provider?: ProviderKind | undefined
  category?: MailCategory | undefined
  subject?: string | undefined
  from?: string | undefined
  to?: string | undefined
  request?: string | undefined
}

export function LogFilters({ filters, onNarrow }: { filters: Filters; onNarrow: (change: Filters) => void }) {
  const { t } = useLingui()
  const labels = { status: useMailStatusLabels(), category: useMailCategoryLabels() }
  const field = filterFields(filters, onNarrow)
  return (
    <>
      <FilterSearch
        label={t`Search by recipient e-mail`}
        placeholder={t`Search by recipient e-mail`}
        pause={searchPause}
        {...field('search')}
      />
      <FilterSelect label={t`Status`} all={t`All statuses`} options={labels.status} {...field('status')} />
      <FilterSelect label={t`Provider`} all={t`All providers`} options={providerLabels} {...field('provider')} />
      <FilterSelect label={t`Category`} all={t`All categories`} options={labels.category} {...field('category')} />
      <FilterText label={t`Subject`} pause={searchPause} {...field('subject')} />
      <FilterDay label={t`From (UTC)`} {...field('from')} />
      <FilterDay label={t`To (UTC)`} first={filters.from} {...field('to')} />
      <FilterText label={t`Request ID`} pause={searchPause} {...field('request')} />
    </>
  )
}
