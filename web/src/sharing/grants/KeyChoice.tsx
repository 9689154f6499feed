import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { OwnKey } from '@twofold/contract/keys'
import { plainText } from '@twofold/contract/plain-text'
import { useState } from 'react'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { SearchField } from '../../ui/SearchField.tsx'

type Choice = Pick<OwnKey, 'id' | 'name' | 'issuer' | 'account'>

interface KeyChoiceProps {
  keys: readonly Choice[]
  /** Whether the person owns any keys: fewer may be selectable. */
  hasOwn: boolean
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  disabled: boolean
}

/** Number of keys from which a search is worth its space. */
const manyKeys = 8
/** More than anybody reads; a search finds the others. */
const mostShown = 200

/** Some of the own keys, by ticking them. */
export function KeyChoice({ keys, hasOwn, chosen, onChange, disabled }: KeyChoiceProps) {
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  const wanted = plainText(query).trim()
  const found = keys.filter((key) => [key.name, key.issuer, key.account].some((text) => plainText(text ?? '').includes(wanted)))

  function toggle(id: string) {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }

  if (keys.length === 0) {
    return (
      <p className="text-text-2">
        {hasOwn ? <Trans>The group has all of your keys already.</Trans> : <Trans>You have no keys of your own to share.</Trans>}
      </p>
    )
  }
  return (
    <fieldset className="ui-field" disabled={disabled}>
      <legend className="ui-legend">
        <Trans>Keys</Trans>
      </legend>
      <div className="grid gap-3">
        {keys.length >= manyKeys && <SearchField label={t`Search keys`} autoComplete="off" value={query} onChange={setQuery} />}
        <ul className="grid max-h-64 gap-3 overflow-y-auto overscroll-contain rounded-md border border-border bg-sunken px-4 py-3 wrap-anywhere">
          {found.slice(0, mostShown).map(({ id, name, account }) => (
            <li key={id}>
              <Checkbox label={name} description={account} checked={chosen.has(id)} onChange={() => toggle(id)} />
            </li>
          ))}
        </ul>
        <p className="ui-field-help" role="status">
          {found.length === 0 ? <Trans>No key matches</Trans> : <Plural value={chosen.size} one="# selected" other="# selected" />}
        </p>
      </div>
    </fieldset>
  )
}
