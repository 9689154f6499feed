import './command-palette.css'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, Keyboard, LogOut, type LucideIcon, Search, UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Collection } from 'react-aria-components/Collection'
import { Dialog } from 'react-aria-components/Dialog'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { SearchField } from 'react-aria-components/SearchField'
import { usersQuery } from '../../admin/users/users.ts'
import { Icon } from '../../ui/Icon.tsx'
import { openHelper } from '../helper-dialog.ts'
import { usePlaces } from './places.ts'

type Entry = { id: string; label: string; note?: string; icon: LucideIcon; run: () => void }
const shortestSearch = 2
const typingPause = 200
const shownPeople = 5

type Section = { id: string; title: string; entries: Entry[] }

/** Goes anywhere and does anything by its name: type, choose with the arrow keys, Enter. */
export function CommandPalette({ onClose, onSignOut }: { onClose: () => void; onSignOut: () => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const sections = matching([...useSections(onSignOut), usePeople(typed.trim())], typed)
  const entries = sections.flatMap((section) => section.entries)
  return (
    <ModalOverlay className="ui-scrim palette-scrim" isOpen onOpenChange={(isOpen) => !isOpen && onClose()} isDismissable>
      <Modal className="palette">
        <Dialog className="palette-dialog" aria-label={t`Find a page, a person or an action`}>
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <SearchField className="palette-field" aria-label={t`Search`} autoFocus>
              <Icon icon={Search} />
              <Input className="palette-input" placeholder={t`Where to?`} />
            </SearchField>
            <Menu
              className="palette-list"
              aria-label={t`Results`}
              items={sections}
              onAction={(id) => {
                onClose()
                entries.find((entry) => entry.id === id)?.run()
              }}
              renderEmptyState={() => <p className="palette-empty">{t`Nothing by this name.`}</p>}
            >
              {(section) => (
                <MenuSection id={section.id} aria-label={section.title}>
                  <Header className="palette-title">{section.title}</Header>
                  <Collection items={section.entries}>{(entry) => <Row entry={entry} />}</Collection>
                </MenuSection>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
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

/** Users by name or e-mail, once there is enough to search for. */
function usePeople(typed: string): Section {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.length < shortestSearch ? '' : typed), typingPause)
    return () => clearTimeout(timer)
  }, [typed])
  const { data } = useQuery({ ...usersQuery({ search }), enabled: search !== '' })
  const found = search === '' ? [] : (data?.data.slice(0, shownPeople) ?? [])
  return {
    id: 'people',
    title: t`Users`,
    entries: found.map(({ id, name, email }) => ({
      id,
      label: name,
      note: email,
      icon: UserRound,
      run: () => void navigate({ to: '/admin/users/$id', params: { id } }),
    })),
  }
}

function useSections(onSignOut: () => void): Section[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { main, email, others } = usePlaces()
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
