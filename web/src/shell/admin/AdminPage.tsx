import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from '../../ui/Breadcrumbs.tsx'
import { MAIN_ID, useArrival } from '../Page.tsx'

type AdminPageProps = {
  /** The heading, and the document's title. */
  title: string
  /** The way here from 'Admin', this screen last. Left out on the dashboard, where the way begins. */
  crumbs?: readonly Crumb[]
  subtitle?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The content of a screen of the back office. */
export function AdminPage({ title, crumbs, subtitle, actions, children }: AdminPageProps) {
  const { t } = useLingui()
  const heading = useArrival(title)
  return (
    <main id={MAIN_ID} className="admin-page" tabIndex={-1}>
      <header className="admin-page-head print:[&_button]:hidden print:[&_nav]:hidden">
        <div className="admin-page-title">
          {crumbs && <Breadcrumbs crumbs={[{ label: t`Admin`, to: '/admin' }, ...crumbs]} />}
          <h1 ref={heading} tabIndex={-1} className="wrap-anywhere">
            {title}
          </h1>
          {subtitle && <div className="mt-1 max-w-[65ch] text-text-2">{subtitle}</div>}
        </div>
        {actions && <div className="ui-actions">{actions}</div>}
      </header>
      {children}
    </main>
  )
}
