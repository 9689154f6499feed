import { useLingui } from '@lingui/react/macro'
import { dayIn, flagIn, textIn } from '../../lib/list-search.ts'
import { useTypedText } from '../../lib/use-typed-text.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type Asked, hasDomains } from './access.ts'

type Change = { [Name in keyof Asked]?: Asked[Name] | undefined }

/** What an answer is narrowed down by. `names`: of what was chosen by its id in the table. */
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
  const [key, setKey] = useTypedText(names.key ?? asked.key ?? '', (text) => onChange({ key: textIn(text) }))
  const [person, setPerson] = useTypedText(names.person ?? asked.person ?? '', (text) => onChange({ person: textIn(text) }))
  const [group, setGroup] = useTypedText(names.group ?? asked.group ?? '', (text) => onChange({ group: textIn(text) }))
  const [tag, setTag] = useTypedText(asked.tag ?? '', (text) => onChange({ tag: textIn(text) }))
  const [domain, setDomain] = useTypedText(asked.domain ?? '', (text) => {
    const domain = textIn(text)
    onChange({ domain, ...(domain === undefined && { outside: undefined }) })
  })
  return (
    <FilterBar onClear={onClear}>
      <TextField label={t`Key`} type="search" value={key} onChange={({ target }) => setKey(target.value)} />
      <TextField
        label={question === 'one_holder' || question === 'unused' ? t`Owner` : t`Person`}
        type="search"
        value={person}
        onChange={({ target }) => setPerson(target.value)}
      />
      {question === 'access' && (
        <TextField label={t`Group`} type="search" value={group} onChange={({ target }) => setGroup(target.value)} />
      )}
      <TextField label={t`Tag`} type="search" value={tag} onChange={({ target }) => setTag(target.value)} />
      {hasDomains(asked) && (
        <TextField label={t`Domains`} type="search" value={domain} onChange={({ target }) => setDomain(target.value)} />
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
      {question === 'access' && (
        <TextField
          label={t`On a day (UTC)`}
          type="date"
          value={asked.on ?? ''}
          onChange={({ target }) => onChange({ on: dayIn(target.value) })}
        />
      )}
      {question === 'showings' && (
        <>
          <TextField
            label={t`From (UTC)`}
            type="date"
            value={asked.from ?? ''}
            onChange={({ target }) => onChange({ from: dayIn(target.value) })}
          />
          <TextField
            label={t`To (UTC)`}
            type="date"
            value={asked.to ?? ''}
            onChange={({ target }) => onChange({ to: dayIn(target.value) })}
          />
        </>
      )}
    </FilterBar>
  )
}
