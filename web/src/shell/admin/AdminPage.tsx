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
    <main
      id={MAIN_ID}
      className="admin-page mx-auto grid w-full max-w-[76rem] grid-cols-[minmax(0,1fr)] content-start gap-6 px-8 pt-8 pb-24 outline-none max-md:px-4 max-sm:pt-6"
      tabIndex={-1}
    >
      <header className="flex flex-wrap items-end justify-between gap-4">
        {/* A long line in it breaks, rather than push the actions beneath it. */}
        <div className="min-w-0 flex-[1_1_14rem]">
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
