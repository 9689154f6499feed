import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { LeaverKey } from '@twofold/contract/admin/leavers'

/** Renders a placeholder if the account is gone. */
export function PersonLink({ person }: { person: LeaverKey['owner'] }) {
  if (person === null) {
    return (
      <span className="text-text-2">
        <Trans>A removed account</Trans>
      </span>
    )
  }
  return (
    <Link to="/admin/users/$id" params={{ id: person.id }} className="name-link">
      {person.name}
    </Link>
  )
}
