import './command-palette.css'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, CheckCheck, Keyboard, LogOut, Search, UserPlus, UserRound } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Collection } from 'react-aria-components/Collection'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { SearchField } from 'react-aria-components/SearchField'
import { useMarkAllRead } from '../../admin/notifications/use-mark-all-read.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Overlay } from '../../ui/Overlay.tsx'
import { openHelper } from '../helper-dialog.ts'
import { type Entry, type Section, useFound } from './use-found.ts'
import { usePlaces } from './places.ts'

type CommandPaletteProps = { typed: string; onType: (typed: string) => void; onClose: () => void; onSignOut: () => void }

/** Goes anywhere and does anything by its name: type, choose with the arrow keys, Enter. */
export function CommandPalette({ typed, onType, onClose, onSignOut }: CommandPaletteProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  // Before the browser hands out the next key: what is typed while this arrives goes on in the field.
  useLayoutEffect(() => input.current?.focus(), [])
  const sections = [...matching(useSections(onSignOut), typed), ...useFound(typed.trim()).filter(({ entries }) => entries.length > 0)]
  const entries = sections.flatMap((section) => section.entries)
  return (
    <Overlay
      onClose={onClose}
      dismissable
      label={t`Find a page, a person or an action`}
      scrimClassName="ui-scrim palette-scrim"
      placeClassName="palette"
      className="palette-dialog"
    >
      <Autocomplete inputValue={typed} onInputChange={onType}>
        <SearchField className="palette-field" aria-label={t`Search`} autoFocus>
          <Icon icon={Search} />
          <Input ref={input} className="palette-input" placeholder={t`Where to?`} />
        </SearchField>
        {/* The menu itself never has the focus, which stays in the field: what scrolls must be reachable all the same. */}
        <div className="palette-list" tabIndex={0} role="group" aria-label={t`Results`}>
          <Menu
            className="palette-menu"
            aria-label={t`Results`}
            items={sections}
            onAction={(id) => {
              onClose()
              entries.find((entry) => entry.id === id)?.run()
            }}
            renderEmptyState={() => <p className="palette-empty">{t`No results`}</p>}
          >
            {(section) => (
              <MenuSection id={section.id} aria-label={section.title}>
                <Header className="palette-title">{section.title}</Header>
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
      <span className="min-w-0 wrap-anywhere">{label}</span>
      {note && <span className="palette-note">{note}</span>}
    </MenuItem>
  )
}

function useSections(onSignOut: () => void): Section[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { main, email, others } = usePlaces()
  const markAllRead = useMarkAllRead()
  return [
    {
      id: 'pages',
      title: t`Pages`,
      entries: [
        ...[...main, ...email, ...others].map(({ to, label, icon }) => ({ id: to, label, icon, run: () => void navigate({ to }) })),
        { id: '/dashboard', label: t`User Dashboard`, icon: ArrowLeftRight, run: () => void navigate({ to: '/dashboard' }) },
        { id: '/profile', label: t`Profile Settings`, icon: UserRound, run: () => void navigate({ to: '/profile' }) },
      ],
    },
    {
      id: 'actions',
      title: t`Actions`,
      entries: [
        { id: 'add-user', label: t`Add User`, icon: UserPlus, run: () => void navigate({ to: '/admin/users', search: { add: 'user' } }) },
        { id: 'mark-all-read', label: t`Mark all read`, icon: CheckCheck, run: () => markAllRead.mutate() },
        { id: 'helper', label: t`Keyboard and display`, icon: Keyboard, run: openHelper },
        { id: 'sign-out', label: t`Sign Out`, icon: LogOut, run: onSignOut },
      ],
    },
  ]
}

/** Every word that was typed has to be in the label, or in the note. */
function matching(sections: Section[], typed: string): Section[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ label, note = '' }: Entry) => words.every((word) => `${label} ${note}`.toLowerCase().includes(word))
  return sections.map((section) => ({ ...section, entries: section.entries.filter(fits) })).filter(({ entries }) => entries.length > 0)
}
