import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

/** The way to every audited act that follows from the same request. */
export function OfRequest({ id }: { id: string }) {
  return (
    <span className="text-sm text-text-2 wrap-anywhere">
      <Trans>
        Request ID:{' '}
        <Link to="/admin/audit" search={{ acts: 'all', request: id }}>
          {id}
        </Link>
      </Trans>
    </span>
  )
}
