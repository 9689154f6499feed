import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { plainText } from '@twofold/contract/plain-text'
import { useState } from 'react'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dotted } from '../ui/Dotted.tsx'
import { LongList } from '../ui/LongList.tsx'
import { SearchField } from '../ui/SearchField.tsx'

export interface ExportableKey {
  id: string
  name: string
  issuer: string | null
  account: string | null
}

interface ChooseKeysProps {
  keys: readonly ExportableKey[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  disabled: boolean
}

/** Keys from which on there is a search. */
const manyKeys = 8

/** Some of many keys. What is searched for narrows what is seen, never what is chosen. */
export function ChooseKeys({ keys, chosen, onChoose, disabled }: ChooseKeysProps) {
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  const wanted = plainText(query).trim()
  const shown = keys.filter(
    (key) => wanted === '' || [key.name, key.issuer, key.account].some((text) => plainText(text ?? '').includes(wanted)),
  )
  const chosenHere = shown.filter(({ id }) => chosen.has(id)).length

  function choose(ids: readonly string[], isChosen: boolean) {
    const next = new Set(chosen)
    for (const id of ids) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    onChoose(next)
  }

  return (
    <div className="grid gap-3">
      {keys.length >= manyKeys && (
        <SearchField label={t`Search keys`} placeholder={t`Name, issuer or account`} autoComplete="off" value={query} onChange={setQuery} />
      )}
      {shown.length === 0 ? (
        <p role="status">
          <Trans>No key matches</Trans>
        </p>
      ) : (
        <>
          <Checkbox
            label={<Plural value={shown.length} one="# key" other="All # keys" />}
            checked={chosenHere === shown.length}
            indeterminate={chosenHere > 0 && chosenHere < shown.length}
            disabled={disabled}
            onChange={({ target }) =>
              choose(
                shown.map(({ id }) => id),
                target.checked,
              )
            }
          />
          <LongList ids={shown.map(({ id }) => id)} label={t`Keys to export`} isFramed>
            {(index) => {
              const key = shown[index]
              if (!key) return null
              const details = [key.issuer, key.account].filter((text) => text !== null && text !== '' && text !== key.name)
              return (
                <Checkbox
                  label={key.name}
                  {...(details.length > 0 && { description: <Dotted names={details} /> })}
                  checked={chosen.has(key.id)}
                  disabled={disabled}
                  onChange={({ target }) => choose([key.id], target.checked)}
                />
              )
            }}
          </LongList>
        </>
      )}
    </div>
  )
}
