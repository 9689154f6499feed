import { Trans } from '@lingui/react/macro'
import type { User } from '@twofold/contract/accounts'
import { Badge } from '../ui/Badge.tsx'
import { Face } from '../ui/Face.tsx'
import { Card } from '../ui/Panel.tsx'

/** Who somebody is: name, address and role. */
export function AccountCard({ user }: { user: User }) {
  return (
    <Card className="flex items-start gap-4 p-5">
      <Face name={user.name} size="lg" />
      <div className="min-w-0 flex-1">
        <h2 className="wrap-anywhere">{user.name}</h2>
        <p className="mb-2 text-text-2 wrap-anywhere">{user.email}</p>
        {user.role === 'admin' ? (
          <Badge tone="accent">
            <Trans>Administrator</Trans>
          </Badge>
        ) : (
          <Badge>
            <Trans>User</Trans>
          </Badge>
        )}
      </div>
    </Card>
  )
}
