import { Trans } from '@lingui/react/macro'
import type { User } from '@twofold/contract/accounts'
import { CircleCheck } from '../ui/icons/CircleCheck.ts'
import { CircleSlash } from '../ui/icons/CircleSlash.ts'
import { ShieldCheck } from '../ui/icons/ShieldCheck.ts'
import { UserRound } from '../ui/icons/UserRound.ts'
import type { ReactNode } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Face } from '../ui/Face.tsx'
import { Card } from '../ui/Panel.tsx'

/** A person's name, address, role, and whether the account is active. */
export function AccountCard({ user, action }: { user: User; action?: ReactNode }) {
  return (
    <Card className="flex flex-wrap items-center gap-4 p-5">
      <Face name={user.name} size="lg" />
      <div className="grid min-w-48 flex-1 gap-2">
        <div>
          <h2 className="wrap-anywhere">{user.name}</h2>
          <p className="text-text-2 wrap-anywhere">{user.email}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {user.role === 'admin' ? (
            <Badge tone="accent" icon={ShieldCheck}>
              <Trans>Administrator</Trans>
            </Badge>
          ) : (
            <Badge icon={UserRound}>
              <Trans>User</Trans>
            </Badge>
          )}
          <StatusBadge isActive={user.is_active} />
        </div>
      </div>
      {action}
    </Card>
  )
}

export function StatusBadge({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Badge tone="success" icon={CircleCheck}>
      <Trans>Active</Trans>
    </Badge>
  ) : (
    <Badge tone="danger" icon={CircleSlash}>
      <Trans>Inactive</Trans>
    </Badge>
  )
}
