import { useLingui } from '@lingui/react/macro'
import type { LeaverPlan } from '@twofold/contract/admin/leavers'
import { Badge } from '../../ui/Badge.tsx'

export function PlanBadge({ state }: Pick<LeaverPlan, 'state'>) {
  const { t } = useLingui()
  if (state === 'open') return <Badge tone="warning">{t`Open`}</Badge>
  if (state === 'done') return <Badge tone="success">{t`Done`}</Badge>
  return <Badge>{t`Came back`}</Badge>
}
