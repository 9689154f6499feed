import './admin.css'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { MaintenanceBanner } from '../../admin/dashboard/MaintenanceBanner.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Overlay } from '../../ui/Overlay.tsx'
import { SkipLink } from '../SkipLink.tsx'
import { useShortcut } from '../use-shortcut.ts'
import { AdminHeader } from './AdminHeader.tsx'
import { AdminNav } from './AdminNav.tsx'
import { PaletteWaiting } from './PaletteWaiting.tsx'

const CommandPalette = lazy(() => import('./CommandPalette.tsx').then((module) => ({ default: module.CommandPalette })))

/** Where the sidebar slides in; the same as in admin.css. */
const narrow = '(max-width: 60rem)'

/** What stands around every screen of the back office: the sidebar, which slides in where there is no room, and the header. */
export function AdminChrome({ onSignOut, children }: { onSignOut: () => void; children: ReactNode }) {
  const { t } = useLingui()
  const [isNavOpen, setNavOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  /** Kept here, so that nothing of it is lost while the palette is on its way. */
  const [typed, setTyped] = useState('')
  const closePalette = () => {
    setPaletteOpen(false)
    setTyped('')
  }
  useEffect(() => {
    // The drawer is not shown where there is room for the sidebar: left open there, it would lock the page without being seen.
    const query = matchMedia(narrow)
    const close = () => setNavOpen(false)
    query.addEventListener('change', close)
    return () => query.removeEventListener('change', close)
  }, [])
  useShortcut('Ctrl+k', t`Find a page, a person or an action`, () => (isPaletteOpen ? closePalette() : setPaletteOpen(true)), {
    inDialog: isPaletteOpen,
  })
  return (
    <div className="admin">
      <SkipLink />
      <aside className="admin-side">
        <Home />
        <AdminNav />
      </aside>
      <div className="admin-main">
        <AdminHeader onNavigation={() => setNavOpen(true)} onPalette={() => setPaletteOpen(true)} onSignOut={onSignOut} />
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
      {isPaletteOpen && (
        <Suspense fallback={<PaletteWaiting typed={typed} onType={setTyped} onClose={closePalette} />}>
          <CommandPalette typed={typed} onType={setTyped} onClose={closePalette} onSignOut={onSignOut} />
        </Suspense>
      )}
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
