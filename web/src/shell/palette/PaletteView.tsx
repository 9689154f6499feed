import { useLingui } from '@lingui/react/macro'
import { Search } from '../../ui/icons/Search.ts'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Collection } from 'react-aria-components/Collection'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { SearchField } from 'react-aria-components/SearchField'
import { Icon } from '../../ui/Icon.tsx'
import { Overlay } from '../../ui/Overlay.tsx'
import type { Entry, Section } from './commands.ts'
import { paletteLooks } from './palette-looks.ts'

interface PaletteViewProps {
  /** Results of the palette. */
  label: string
  typed: string
  onType: (typed: string) => void
  onClose: () => void
  sections: readonly Section[]
}

/** Goes anywhere and does anything by its name: type, choose with the arrow keys, Enter. */
export function PaletteView({ label, typed, onType, onClose, sections }: PaletteViewProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  // Before the browser delivers the next key, so that typing continues in the field.
  useLayoutEffect(() => input.current?.focus(), [])
  const entries = sections.flatMap((section) => section.entries)
  // After late results from the server no entry is active: Enter still picks the first one.
  function takeFirst(event: KeyboardEvent<HTMLInputElement>) {
    const [first] = entries
    const hasCurrent = event.currentTarget.hasAttribute('aria-activedescendant')
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || first === undefined || hasCurrent) return
    event.preventDefault()
    onClose()
    first.run()
  }
  return (
    <Overlay
      onClose={onClose}
      dismissable
      label={label}
      scrimClassName={paletteLooks.scrim}
      placeClassName={paletteLooks.place}
      className="flex min-h-0 flex-col outline-none"
    >
      <Autocomplete inputValue={typed} onInputChange={onType}>
        <SearchField className={paletteLooks.field} aria-label={t`Search`} autoFocus>
          <Icon icon={Search} />
          <Input ref={input} className={paletteLooks.input} placeholder={t`Where to?`} onKeyDownCapture={takeFirst} />
        </SearchField>
        {/* The menu itself never has the focus, which stays in the field: what scrolls must be reachable all the same. */}
        <div
          className="min-h-0 overflow-y-auto p-2 -outline-offset-2 [&_section+section]:mt-2"
          tabIndex={0}
          role="group"
          aria-label={t`Results`}
        >
          <Menu
            className="outline-none"
            aria-label={t`Results`}
            items={sections}
            onAction={(id) => {
              onClose()
              entries.find((entry) => entry.id === id)?.run()
            }}
            renderEmptyState={() => <p className="px-4 py-6 text-center text-text-2">{t`No results`}</p>}
          >
            {(section) => (
              <MenuSection id={section.id} aria-label={section.title}>
                <Header className="px-3 pt-2 pb-1 text-xs font-medium text-text-3">{section.title}</Header>
                <Collection items={section.entries}>{(entry) => <Row entry={entry} />}</Collection>
              </MenuSection>
            )}
          </Menu>
        </div>
      </Autocomplete>
    </Overlay>
  )
}

function Row({ entry: { id, label, note, icon } }: { entry: Entry }): ReactNode {
  return (
    <MenuItem id={id} className="ui-menu-item" textValue={label}>
      <Icon icon={icon} />
      {/* The name is what one looks for: a long account gives way. */}
      <span className={`wrap-anywhere ${note ? 'max-w-[70%] flex-none' : 'min-w-0'}`}>{label}</span>
      {note && <span className="ms-auto truncate text-sm text-text-2">{note}</span>}
    </MenuItem>
  )
}
