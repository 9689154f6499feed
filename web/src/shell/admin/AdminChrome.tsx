import './admin.css'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { MaintenanceBanner } from '../../admin/dashboard/MaintenanceBanner.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Overlay } from '../../ui/Overlay.tsx'
import { SkipLink } from '../SkipLink.tsx'
import { CommandPalette, openPalette } from '../palette/CommandPalette.tsx'
import { AdminHeader } from './AdminHeader.tsx'
import { AdminNav } from './AdminNav.tsx'

/** Width below which the sidebar slides in; the same as in admin.css. */
const narrow = '(max-width: 60rem)'

/** Frame of the back office: the sidebar, which slides in on narrow screens, and the header. */
export function AdminChrome({ onSignOut, children }: { onSignOut: () => void; children: ReactNode }) {
  const { t } = useLingui()
  const [isNavOpen, setNavOpen] = useState(false)
  useEffect(() => {
    // The drawer is not shown where there is room for the sidebar: left open there, it would lock the page without being seen.
    const query = matchMedia(narrow)
    const close = () => setNavOpen(false)
    query.addEventListener('change', close)
    return () => query.removeEventListener('change', close)
  }, [])
  return (
    <div className="admin print:block">
      <SkipLink />
      <aside className="admin-side print:hidden">
        <Home />
        <AdminNav />
      </aside>
      <div className="admin-main">
        <AdminHeader onNavigation={() => setNavOpen(true)} onPalette={openPalette} onSignOut={onSignOut} />
        <MaintenanceBanner />
        {children}
      </div>
      <Overlay
        isOpen={isNavOpen}
        onClose={() => setNavOpen(false)}
        dismissable
        label={t`Navigation`}
        scrimClassName="ui-scrim admin-scrim"
        placeClassName="admin-drawer"
        className="admin-drawer-dialog"
      >
        <Home />
        <AdminNav onGo={() => setNavOpen(false)} />
      </Overlay>
      <CommandPalette isAdmin onSignOut={onSignOut} />
    </div>
  )
}

function Home() {
  const { t } = useLingui()
  return (
    <Link to="/admin/dashboard" className="header-logo admin-logo" aria-label={t`Twofold, to the overview`}>
      <Logo />
    </Link>
  )
}
