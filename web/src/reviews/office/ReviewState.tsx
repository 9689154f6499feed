import { Trans } from '@lingui/react/macro'
import type { Review } from '@twofold/contract/reviews'
import { Badge } from '../../ui/Badge.tsx'

export function ReviewState({ state }: Pick<Review, 'state'>) {
  if (state === 'open')
    return (
      <Badge tone="info">
        <Trans>Open</Trans>
      </Badge>
    )
  if (state === 'starting')
    return (
      <Badge>
        <Trans>Starting</Trans>
      </Badge>
    )
  if (state === 'withdrawn')
    return (
      <Badge>
        <Trans>Withdrawn</Trans>
      </Badge>
    )
  return (
    <Badge tone="success">
      <Trans>Ended</Trans>
    </Badge>
  )
}
