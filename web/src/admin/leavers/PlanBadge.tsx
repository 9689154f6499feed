import { Trans } from '@lingui/react/macro'
import type { LeaverPlan } from '@twofold/contract/admin/leavers'
import { Badge } from '../../ui/Badge.tsx'

export function PlanBadge({ state }: Pick<LeaverPlan, 'state'>) {
  if (state === 'open')
    return (
      <Badge tone="warning">
        <Trans>Open</Trans>
      </Badge>
    )
  if (state === 'done')
    return (
      <Badge tone="success">
        <Trans>Done</Trans>
      </Badge>
    )
  return (
    <Badge>
      <Trans>Came back</Trans>
    </Badge>
  )
}
