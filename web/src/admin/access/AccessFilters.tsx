import { useLingui } from '@lingui/react/macro'
import { FilterDay } from '../../kits/FilterDay.tsx'
import { FilterText } from '../../kits/FilterText.tsx'
import { filterFields } from '../../kits/filter-fields.ts'
import { flagIn } from '../../lib/list-search.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Select } from '../../ui/Select.tsx'
import { type Asked, hasDomains } from './access.ts'

type Change = { [Name in keyof Asked]?: Asked[Name] | undefined }

/** Filters of an answer. `names`: of items chosen by id in the table. */
export function AccessFilters({
  asked,
  names,
  onChange,
  onClear,
}: {
  asked: Asked
  names: { key: string | undefined; person: string | undefined; group: string | undefined }
  onChange: (change: Change) => void
  onClear: (() => void) | undefined
}) {
  const { t } = useLingui()
  const { question } = asked
  const field = filterFields<Asked>(asked, onChange)
  return (
    <FilterBar onClear={onClear}>
      <FilterText label={t`Key`} {...field('key')} value={names.key ?? asked.key} />
      <FilterText
        label={question === 'one_holder' || question === 'unused' ? t`Owner` : t`Person`}
        {...field('person')}
        value={names.person ?? asked.person}
      />
      {question === 'access' && <FilterText label={t`Group`} {...field('group')} value={names.group ?? asked.group} />}
      <FilterText label={t`Tag`} {...field('tag')} />
      {hasDomains(asked) && (
        <FilterText
          label={t`Domains`}
          value={asked.domain}
          onChange={(domain) => onChange({ domain, ...(domain === undefined && { outside: undefined }) })}
        />
      )}
      {asked.domain !== undefined && (
        <Select
          label={t`Addresses`}
          value={asked.outside ?? ''}
          onChange={({ target }) => onChange({ outside: flagIn(target.value) && 'true' })}
          options={[
            { value: '', label: t`Inside` },
            { value: 'true', label: t`Outside` },
          ]}
        />
      )}
      {question === 'access' && <FilterDay label={t`On a day (UTC)`} {...field('on')} />}
      {question === 'showings' && (
        <>
          <FilterDay label={t`From (UTC)`} {...field('from')} />
          <FilterDay label={t`To (UTC)`} first={asked.from} {...field('to')} />
        </>
      )}
    </FilterBar>
  )
}
