import { useLingui } from '@lingui/react/macro'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { CheckCheck } from '../../ui/icons/CheckCheck.ts'
import { UserPlus } from '../../ui/icons/UserPlus.ts'
import { useMarkAllRead } from '../../admin/notifications/use-mark-all-read.ts'
import { useAdminNavigation } from './use-admin-navigation.ts'
import { matching, type PaletteProps, type Section } from './commands.ts'
import { PaletteView } from './PaletteView.tsx'
import { useFound } from './use-found.ts'
import { useKeyCommands } from './use-key-commands.ts'
import { useVaultCommands } from './use-vault-commands.ts'

/** Everybody's commands, and the places, people and acts of the back office: first what belongs to where one is. */
export function AdminPalette({ typed, onType, onClose, onSignOut }: PaletteProps) {
  const { t } = useLingui()
  const [pages, actions] = useVaultCommands(onSignOut)
  const office = useOfficeCommands()
  const keys = useKeyCommands(typed)
  const found = useFound(typed.trim()).filter(({ entries }) => entries.length > 0)
  const isInOffice = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin') })
  const merge = (own: Section['entries'], others: Section['entries']) => (isInOffice ? [...others, ...own] : [...own, ...others])
  const commands = matching(
    [
      { ...pages, entries: merge(pages.entries, office.pages) },
      { ...actions, entries: merge(actions.entries, office.actions) },
    ],
    typed,
  )
  return (
    <PaletteView
      label={t`Find a page, a person or an action`}
      typed={typed}
      onType={onType}
      onClose={onClose}
      sections={isInOffice ? [...commands, ...keys, ...found] : [...keys, ...commands, ...found]}
    />
  )
}

function useOfficeCommands(): { pages: Section['entries']; actions: Section['entries'] } {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { main, email, others } = useAdminNavigation()
  const markAllRead = useMarkAllRead()
  return {
    pages: [...main, ...email, ...others].map(({ to, label, icon }) => ({ id: to, label, icon, run: () => void navigate({ to }) })),
    actions: [
      { id: 'add-user', label: t`Add User`, icon: UserPlus, run: () => void navigate({ to: '/admin/users', search: { add: 'user' } }) },
      { id: 'mark-all-read', label: t`Mark all read`, icon: CheckCheck, run: () => markAllRead.mutate() },
    ],
  }
}
