import './breadcrumbs.css'
import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'

/** A step on the way to the present screen. Only the last one leads nowhere. */
export type Crumb = { label: string; to?: NonNullable<LinkProps['to']> }

export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useLingui()
  return (
    <nav className="ui-crumbs" aria-label={t`Breadcrumb`}>
      <ol>
        {crumbs.map(({ label, to }) => (
          <li key={label}>{to ? <Link to={to}>{label}</Link> : <span aria-current="page">{label}</span>}</li>
        ))}
      </ol>
    </nav>
  )
}
