import { useLingui } from '@lingui/react/macro'
import type { LeaverKey } from '@twofold/contract/admin/leavers'
import { Badge } from '../../ui/Badge.tsx'
import { LevelBadge } from '../../ui/LevelBadge.tsx'

export function Level({ level }: Pick<LeaverKey, 'level'>) {
  const { t } = useLingui()
  if (level === 'owner') return <Badge tone="accent">{t`Owner`}</Badge>
  if (level === 'former') return <Badge>{t`Had it once`}</Badge>
  return <LevelBadge permission={level === 'admin' ? 'admin' : 'view-only'} />
}
