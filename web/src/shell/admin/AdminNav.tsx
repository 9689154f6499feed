import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouterState } from '@tanstack/react-router'
import { ArrowLeftRight } from '../../ui/icons/ArrowLeftRight.ts'
import { useId } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { isWithin } from '../is-within.ts'
import { type Place, useAdminNavigation } from '../palette/use-admin-navigation.ts'

const link =
  'nav-link aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text [&_svg]:flex-none [&_svg]:text-text-3 aria-[current=page]:[&_svg]:text-current'

export function AdminNav({ onGo }: { onGo?: () => void }) {
  const { t } = useLingui()
  const { main, email } = useAdminNavigation()
  const group = useId()
  return (
    <nav className="flex flex-1 flex-col px-3 pb-4" aria-label={t`Back office`}>
      <PlaceList places={main} onGo={onGo} />
      {email.length > 0 && (
        <>
          <h2 id={group} className="mt-5 px-3 py-1 text-xs font-medium tracking-[0] text-text-3">
            <Trans>Email System</Trans>
          </h2>
          <PlaceList places={email} onGo={onGo} labelledBy={group} />
        </>
      )}
      <Link to="/dashboard" className={`${link} mt-auto`}>
        <Icon icon={ArrowLeftRight} />
        <Trans>User Dashboard</Trans>
      </Link>
    </nav>
  )
}

function PlaceList({ places, onGo, labelledBy }: { places: Place[]; onGo: (() => void) | undefined; labelledBy?: string }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  // The longest match wins: '/admin/email' is not current while '/admin/email/logs' is.
  const addresses = places.flatMap((place) => [place.to, ...(place.also ?? [])].map((to) => ({ place, to })))
  const current = addresses.filter(({ to }) => isWithin(path, to)).toSorted((a, b) => b.to.length - a.to.length)[0]?.place
  return (
    <ul aria-labelledby={labelledBy} className="grid gap-0.5">
      {places.map((place) => (
        <li key={place.to}>
          <Link
            to={place.to}
            className={link}
            onClick={onGo}
            // By default a link is current on everything below it too.
            activeOptions={{ exact: true }}
            activeProps={{}}
            {...(place === current ? { 'aria-current': 'page' } : { 'aria-current': undefined })}
          >
            <Icon icon={place.icon} />
            {place.label}
            {place.count !== undefined && place.count > 0 && (
              <span className="ms-auto">
                <Badge tone="warning">{place.count}</Badge>
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
