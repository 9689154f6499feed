import './vault.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from '../../../ui/icons/Plus.ts'
import type { KeyboardEvent, Ref } from 'react'
import { CountdownLine, CountdownSeconds } from '../../../codes/Countdown.tsx'
import { useMedia } from '../../../lib/use-media.ts'
import { InHeader } from '../../../shell/InHeader.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'

/** Names the add button, so that the focus finds it. */
export const addButtonId = 'add-key'

interface VaultBarProps {
  query: string
  onQuery: (query: string) => void
  /** Number of keys that match the search; undefined without one. */
  found: number | undefined
  total: number
  searchField: Ref<HTMLInputElement>
  /** Undefined while single keys on the keyboard are switched off. */
  shortcut: string | undefined
  /** The countdown's sentence is not shown elsewhere on the page. */
  namesCountdown: boolean
  /** Enter in the search. */
  onTakeFirst: () => void
  /** Down in the search. */
  onDown: () => void
  onAdd: () => void
}

/** Search, countdown and the way to add, in the header: whatever the page scrolls to, they are there. */
export function VaultBar({ query, onQuery, found, total, searchField, shortcut, namesCountdown, ...on }: VaultBarProps) {
  const { t } = useLingui()
  // On a phone there is room for one word.
  const isNarrow = useMedia('(max-width: 30rem)')
  function pressed(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') on.onDown()
    else if (event.key === 'Escape' && query === '') event.currentTarget.blur()
    else if (event.key === 'Enter' && query.trim() !== '') on.onTakeFirst()
    else return
    event.preventDefault()
  }
  return (
    <InHeader>
      <SearchField
        ref={searchField}
        label={t`Search keys`}
        placeholder={isNarrow ? t`Search` : t`Search keys`}
        autoComplete="off"
        value={query}
        onChange={onQuery}
        onKeyDown={pressed}
        {...(found !== undefined && { note: t`${found} of ${total}` })}
        {...(shortcut !== undefined && { shortcut })}
      />
      <CountdownSeconds isNamed={namesCountdown} />
      <Button
        id={addButtonId}
        variant="primary"
        icon={Plus}
        className="vault-add max-[24.01rem]:w-(--tap) max-[24.01rem]:px-0"
        aria-label={t`Add 2FA Key`}
        onPress={on.onAdd}
      >
        <span className="vault-add-long">
          <Trans>Add 2FA Key</Trans>
        </span>
        <span className="vault-add-short">
          <Trans>Add</Trans>
        </span>
      </Button>
      <CountdownLine />
    </InHeader>
  )
}
