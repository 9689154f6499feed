import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ListChecks, Star } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { Button } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Select } from '../ui/Select.tsx'
import type { KeyView } from './browse-keys.ts'
import { type KeyOrder, keyOrders } from './key-orders.ts'
import { useIsSelecting } from './selection.ts'

/** Names the button that begins to choose keys, so that the focus finds it again. */
export const selectButtonId = 'select-keys'

interface KeyToolbarProps {
  view: KeyView
  onChange: (changes: Partial<KeyView>) => void
  tags: readonly string[]
  hasFavourites: boolean
  /** How many keys `view` leaves. */
  found: number
  searchField: Ref<HTMLInputElement>
  /** Undefined while single keys on the keyboard are switched off. */
  shortcut: string | undefined
  /** Enter in the search. */
  onTakeFirst: () => void
  /** Undefined when there is nothing to choose from. */
  onSelecting: ((isSelecting: boolean) => void) | undefined
}

/** Finds a key among many. Enter copies the code of the first one; Escape empties the search. */
export function KeyToolbar({
  view,
  onChange,
  tags,
  hasFavourites,
  found,
  searchField,
  shortcut,
  onTakeFirst,
  onSelecting,
}: KeyToolbarProps) {
  const { t } = useLingui()
  const isSelecting = useIsSelecting()
  const orderNames: Record<KeyOrder, string> = {
    added: t`Oldest first`,
    newest: t`Newest first`,
    name: t`By name`,
    issuer: t`By issuer`,
  }
  const isNarrowed = view.query.trim() !== '' || view.tag !== '' || view.onlyFavourites
  function pressed(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || view.query.trim() === '') return
    event.preventDefault()
    onTakeFirst()
  }
  return (
    <div className="key-toolbar">
      <SearchField
        ref={searchField}
        label={t`Search keys`}
        placeholder={t`Name, issuer, account or tag`}
        autoComplete="off"
        value={view.query}
        onChange={(query) => onChange({ query })}
        onKeyDown={pressed}
        {...(shortcut !== undefined && { shortcut })}
      />
      <Select
        label={<span className="sr-only">{t`Order of keys`}</span>}
        value={view.order}
        onChange={({ target }) => onChange({ order: keyOrders.find((order) => order === target.value) ?? 'added' })}
        options={keyOrders.map((value) => ({ value, label: orderNames[value] }))}
      />
      {onSelecting && (
        <Button id={selectButtonId} icon={ListChecks} aria-pressed={isSelecting} onPress={() => onSelecting(!isSelecting)}>
          <Trans>Select</Trans>
        </Button>
      )}
      {(hasFavourites || tags.length > 0) && (
        <div className="key-chips" role="group" aria-label={t`Show only`}>
          {hasFavourites && (
            <Chip isSelected={view.onlyFavourites} onChange={(onlyFavourites) => onChange({ onlyFavourites })}>
              <Icon icon={Star} size={14} /> <Trans>Favourites</Trans>
            </Chip>
          )}
          {tags.map((tag) => (
            <Chip key={tag} isSelected={view.tag === tag} onChange={(isSelected) => onChange({ tag: isSelected ? tag : '' })}>
              {tag}
            </Chip>
          ))}
        </div>
      )}
      <p className="key-found" role="status">
        {isNarrowed && <Plural value={found} one="# key found" other="# keys found" />}
      </p>
    </div>
  )
}
