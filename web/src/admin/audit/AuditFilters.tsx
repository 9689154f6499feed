import { useLingui } from '@lingui/react/macro'
import { type AuditAction, auditActions, type AuditActs } from '@twofold/contract/admin/audit'
import { FilterSelect } from '../../kits/FilterSelect.tsx'
import { FilterDay } from '../../kits/FilterDay.tsx'
import { FilterText } from '../../kits/FilterText.tsx'
import { filterFields } from '../../kits/filter-fields.ts'
import { oneIn } from '../../lib/list-search.ts'
import { translateSentence } from '../../lib/server-texts.ts'
import { Select } from '../../ui/Select.tsx'

/** Actions of the installation; people's own acts are not filtered by kind. */
export const actions = (Object.keys(auditActions) as AuditAction[]).filter((action) => !action.startsWith('person.'))

const actionTexts = () =>
  Object.fromEntries(actions.map((action) => [action, translateSentence(`audit.${action}`, auditActions[action])])) as Record<
    AuditAction,
    string
  >

type Filters = {
  acts?: AuditActs | undefined
  who?: string | undefined
  action?: AuditAction | undefined
  whom?: string | undefined
  request?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

type AuditFiltersProps = {
  filters: Filters
  /** Default filter by actor. */
  usual: AuditActs
  onNarrow: (change: Filters) => void
}

export function AuditFilters({ filters, usual, onNarrow }: AuditFiltersProps) {
  const { t } = useLingui()
  const field = filterFields(filters, onNarrow)
  return (
    <>
      <Select
        label={t`Acts`}
        value={filters.acts ?? usual}
        onChange={({ target }) => onNarrow({ acts: oneIn(target.value, ['administrators', 'people', 'all']) })}
        options={[
          { value: 'administrators', label: t`Of administrators and the system` },
          { value: 'people', label: t`Of people in their own accounts` },
          { value: 'all', label: t`Of everybody` },
        ]}
      />
      <FilterText label={t`Who`} {...field('who')} />
      <FilterText label={t`Target`} {...field('whom')} />
      <FilterText label={t`Request ID`} {...field('request')} />
      <FilterSelect label={t`What`} all={t`Everything`} options={actionTexts()} {...field('action')} />
      <FilterDay label={t`From (UTC)`} {...field('from')} />
      <FilterDay label={t`To (UTC)`} first={filters.from} {...field('to')} />
    </>
  )
}
