import { Trans } from '@lingui/react/macro'
import type { SharePermission } from '@twofold/contract/keys'
import { Badge } from './Badge.tsx'

export function LevelBadge({ permission }: { permission: SharePermission }) {
  return permission === 'admin' ? (
    <Badge tone="share-admin">
      <Trans>Admin</Trans>
    </Badge>
  ) : (
    <Badge tone="share-view">
      <Trans>View Only</Trans>
    </Badge>
  )
}
