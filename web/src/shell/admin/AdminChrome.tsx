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

/** Width below which the sidebar slides in; the same as that of `max-md:`. */
const narrow = '(width < 60rem)'

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
    <div className="grid min-h-dvh grid-cols-[var(--w-side)_minmax(0,1fr)] max-md:grid-cols-[minmax(0,1fr)] print:block">
      <SkipLink />
      <aside className="sticky top-0 flex h-dvh flex-col overflow-y-auto border-e border-border bg-surface max-md:hidden print:hidden">
        <Home />
        <AdminNav />
      </aside>
      <div className="min-w-0">
        <AdminHeader onNavigation={() => setNavOpen(true)} onPalette={openPalette} onSignOut={onSignOut} />
        <MaintenanceBanner />
        {children}
      </div>
      <Overlay
        isOpen={isNavOpen}
        onClose={() => setNavOpen(false)}
        dismissable
        label={t`Navigation`}
        scrimClassName="ui-scrim hidden max-md:grid max-md:place-items-start max-md:p-0"
        placeClassName="h-full w-[min(17rem,calc(100vw-3rem))] overflow-y-auto border-e border-border bg-surface shadow-3 data-entering:animate-[ui-slide_var(--t-med)_var(--ease)]"
        className="flex min-h-full flex-col outline-none"
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
    <Link
      to="/admin/dashboard"
      className="mx-6 flex h-(--h-header) flex-none items-center self-start rounded-sm no-underline"
      aria-label={t`Twofold, to the overview`}
    >
      <Logo />
    </Link>
  )
}
