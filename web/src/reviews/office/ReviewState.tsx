import { useLingui } from '@lingui/react/macro'
import type { Review } from '@twofold/contract/reviews'
import { Badge } from '../../ui/Badge.tsx'

export function ReviewState({ state }: Pick<Review, 'state'>) {
  const { t } = useLingui()
  if (state === 'open') return <Badge tone="info">{t`Open`}</Badge>
  if (state === 'starting') return <Badge>{t`Starting`}</Badge>
  if (state === 'withdrawn') return <Badge>{t`Withdrawn`}</Badge>
  return <Badge tone="success">{t`Ended`}</Badge>
}
