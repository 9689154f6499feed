import './header.css'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { Download } from '../ui/icons/Download.ts'
import { MenuIcon } from '../ui/icons/MenuIcon.ts'
import { ShieldCheck } from '../ui/icons/ShieldCheck.ts'
import { UserRound } from '../ui/icons/UserRound.ts'
import type { ReactNode } from 'react'
import { install, installOffer } from '../lib/install-offer.ts'
import { useLiveValue } from '../lib/use-live-value.ts'
import { currentUserQuery } from '../sessions/current-user.ts'
import { IconButton } from '../ui/Button.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Logo } from '../ui/Logo.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { headerPlace } from './header-place.ts'
import { isWithin } from './is-within.ts'
import { CommandPalette } from './palette/CommandPalette.tsx'
import { SkipLink } from './SkipLink.tsx'

type HeaderUser = { name: string | null; email: string; role: 'admin' | 'user' }

/** Frame of the vault's screens. */
export function UserChrome({ onSignOut, children }: { onSignOut: () => void; children: ReactNode }) {
  const { data: user } = useQuery(currentUserQuery)
  return (
    <>
      {user && <Header user={user} onSignOut={onSignOut} />}
      {children}
      {user && <CommandPalette isAdmin={user.role === 'admin'} onSignOut={onSignOut} />}
    </>
  )
}

export function Header({ user, onSignOut }: { user: HeaderUser; onSignOut: () => void }) {
  const { t } = useLingui()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const places = (
    [
      { to: '/dashboard', label: t`Dashboard` },
      { to: '/profile', label: t`Profile` },
    ] as const
  ).map((place) => ({ ...place, isCurrent: isWithin(path, place.to) }))
  return (
    <>
      <SkipLink />
      <header className="header">
        <div className="header-nav-narrow">
          <Menu trigger={<IconButton icon={MenuIcon} label={t`Navigation`} />} label={t`Navigation`} placement="bottom start">
            {places.map(({ to, label, isCurrent }) => (
              <MenuItem key={to} href={to} isCurrent={isCurrent}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        </div>
        <Link to="/dashboard" className="header-logo" aria-label={t`Twofold, to the dashboard`}>
          <Logo />
        </Link>
        <nav className="header-nav" aria-label={t`Main`}>
          {places.map(({ to, label, isCurrent }) => (
            <Link key={to} to={to} className="nav-link header-link" {...(isCurrent && { 'aria-current': 'page' })}>
              {label}
            </Link>
          ))}
        </nav>
        <div ref={headerPlace.set} className="header-place" />
        <div className="header-end">
          {user.role === 'admin' && (
            <LinkButton to="/admin" size="sm" icon={ShieldCheck} className="header-admin">
              {t`Admin`}
            </LinkButton>
          )}
          <UserMenu user={user} onSignOut={onSignOut} />
        </div>
      </header>
    </>
  )
}

function UserMenu({ user, onSignOut }: { user: HeaderUser; onSignOut: () => void }) {
  const { t } = useLingui()
  const name = user.name?.trim() || t`User`
  const canInstall = useLiveValue(installOffer)
  return (
    <AccountMenu
      face={user.name?.trim() || 'U'}
      name={name}
      person={{ name, email: user.email }}
      last={
        canInstall && (
          <MenuItem icon={Download} onAction={install}>
            {t`Install app`}
          </MenuItem>
        )
      }
      onSignOut={onSignOut}
    >
      <MenuItem icon={UserRound} href="/profile">
        {t`Profile & Settings`}
      </MenuItem>
    </AccountMenu>
  )
}
