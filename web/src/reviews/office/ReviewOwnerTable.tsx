import { useLingui } from '@lingui/react/macro'
import type { ReviewOwner } from '@twofold/contract/admin/reviews'
import { Badge } from '../../ui/Badge.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { type Column, Table } from '../../ui/Table.tsx'

type Key = 'owner' | 'left' | 'confirmed' | 'revoked'

/** Progress of each owner. The answers themselves are private. */
export function ReviewOwnerTable({ owners }: { owners: readonly ReviewOwner[] }) {
  const { t } = useLingui()
  const columns: Column<ReviewOwner, Key>[] = [
    {
      key: 'owner',
      header: t`Owner`,
      card: 'title',
      cell: ({ name, email, is_active: isActive }) => (
        <span className="ui-lines">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="text-sm text-text-2">
            <EmailAddress>{email}</EmailAddress>
          </span>
          {!isActive && <Badge>{t`Deactivated`}</Badge>}
        </span>
      ),
    },
    { key: 'left', header: t`Not answered`, cell: ({ left, total }) => t`${left} of ${total}` },
    { key: 'confirmed', header: t`Confirmed`, cell: ({ confirmed }) => confirmed },
    { key: 'revoked', header: t`Revoked`, cell: ({ revoked }) => revoked },
  ]
  return <Table label={t`Owners`} columns={columns} rows={owners} rowKey={({ id }) => id} />
}
