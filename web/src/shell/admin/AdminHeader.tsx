import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Activity } from '../../ui/icons/Activity.ts'
import { ArrowLeftRight } from '../../ui/icons/ArrowLeftRight.ts'
import { MenuIcon } from '../../ui/icons/MenuIcon.ts'
import { Search } from '../../ui/icons/Search.ts'
import { Settings } from '../../ui/icons/Settings.ts'
import { SlidersHorizontal } from '../../ui/icons/SlidersHorizontal.ts'
import { UserRound } from '../../ui/icons/UserRound.ts'
import { Button as AriaButton } from 'react-aria-components/Button'
import { HeaderStats, useSystemHealth } from '../../admin/dashboard/HeaderStats.tsx'
import { notificationsQuery } from '../../admin/notifications/notifications.ts'
import { NotificationsMenu } from '../../admin/notifications/NotificationsMenu.tsx'
import { keyCaps } from '../../lib/key-caps.ts'
import { currentUserQuery } from '../../sessions/current-user.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconLink } from '../../ui/LinkButton.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { MenuItem } from '../../ui/Menu.tsx'
import { AccountMenu } from '../AccountMenu.tsx'

type AdminHeaderProps = { onNavigation: () => void; onPalette: () => void; onSignOut: () => void }

export function AdminHeader({ onNavigation, onPalette, onSignOut }: AdminHeaderProps) {
  const { t } = useLingui()
  const { health } = useSystemHealth()
  const { data: notifications } = useQuery(notificationsQuery())
  return (
    <header className="sticky top-0 z-20 flex min-h-(--h-header) flex-wrap items-center gap-3 border-b border-border bg-surface px-8 max-md:px-4 max-[15rem]:static print:hidden">
      <div className="-ms-2 hidden max-md:block">
        <IconButton icon={MenuIcon} label={t`Navigation`} onPress={onNavigation} />
      </div>
      <HeaderStats alerts={notifications?.alert_count ?? 0} />
      <div className="ms-auto flex min-w-0 flex-wrap items-center justify-end gap-2">
        <AriaButton
          className="nav-link gap-2 text-sm whitespace-nowrap data-hovered:bg-hover data-hovered:text-text max-md:[&_kbd]:hidden"
          onPress={onPalette}
          aria-keyshortcuts="Control+K Meta+K"
        >
          <Icon icon={Search} />
          <span className="max-sm:sr-only">{t`Search`}</span>
          <Kbd>{keyCaps('Ctrl+k').join(' ')}</Kbd>
        </AriaButton>
        <span className="flex max-[64rem]:hidden">
          <IconLink to="/admin/system" icon={Activity} label={t`System monitor`} />
          <IconLink to="/admin/email/settings" icon={SlidersHorizontal} label={t`E-mail settings`} />
        </span>
        <NotificationsMenu isHealthy={health === 'healthy'} />
        <AdminMenu onSignOut={onSignOut} />
      </div>
    </header>
  )
}

/** A person who cannot be looked up is an administrator all the same: the server decides what they may. */
function AdminMenu({ onSignOut }: { onSignOut: () => void }) {
  const { t } = useLingui()
  const { data: user } = useQuery(currentUserQuery)
  return (
    <AccountMenu face={user?.name.trim() || 'A'} name={t`Administrator`} person={user} onSignOut={onSignOut}>
      <MenuItem icon={UserRound} href="/profile">
        {t`Profile Settings`}
      </MenuItem>
      <MenuItem icon={Settings} href="/admin/settings">
        {t`Admin Settings`}
      </MenuItem>
      <MenuItem icon={ArrowLeftRight} href="/dashboard">
        {t`User Dashboard`}
      </MenuItem>
    </AccountMenu>
  )
}
