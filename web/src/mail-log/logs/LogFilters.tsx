import { useLingui } from '@lingui/react/macro'
import { type MailCategory, type MailStatus, type ProviderKind, providerLabels } from '@twofold/contract/mail-design/mail-terms'
import { FilterSelect } from '../../kits/FilterSelect.tsx'
import { textIn } from '../../lib/list-search.ts'
import { useTypedText } from '../../lib/use-typed-text.ts'
import { useMailCategoryLabels, useMailStatusLabels } from '../../mail-design/use-mail-labels.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { TextField } from '../../ui/TextField.tsx'

/** Milliseconds without a key after which the recipient is searched for. */
const searchPause = 500

type Filters = {
  search?: string | undefined
  status?: MailStatus | undefined
  provider?: ProviderKind | undefined
  category?: MailCategory | undefined
  request?: string | undefined
}

export function LogFilters({ filters, onNarrow }: { filters: Filters; onNarrow: (change: Filters) => void }) {
  const { t } = useLingui()
  const labels = { status: useMailStatusLabels(), category: useMailCategoryLabels() }
  const [typed, setTyped] = useTypedText(filters.search ?? '', (text) => onNarrow({ search: textIn(text) }), searchPause)
  const [request, setRequest] = useTypedText(filters.request ?? '', (text) => onNarrow({ request: textIn(text) }), searchPause)
  return (
    <>
      <SearchField label={t`Search by recipient email`} placeholder={t`Search by recipient email`} value={typed} onChange={setTyped} />
      <FilterSelect
        label={t`Status`}
        all={t`All statuses`}
        options={labels.status}
        value={filters.status}
        onChange={(status) => onNarrow({ status })}
      />
      <FilterSelect
        label={t`Provider`}
        all={t`All providers`}
        options={providerLabels}
        value={filters.provider}
        onChange={(provider) => onNarrow({ provider })}
      />
      <FilterSelect
        label={t`Category`}
        all={t`All categories`}
        options={labels.category}
        value={filters.category}
        onChange={(category) => onNarrow({ category })}
      />
      <TextField label={t`Request ID`} type="search" value={request} onChange={({ target }) => setRequest(target.value)} />
    </>
  )
}
