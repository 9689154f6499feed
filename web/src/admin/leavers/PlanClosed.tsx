import { Trans } from '@lingui/react/macro'
import type { LeaverPlan } from '@twofold/contract/admin/leavers'
import { Alert } from '../../ui/Alert.tsx'
import { At } from '../../ui/At.tsx'

/** Reason why nothing is left to do here, or cannot be done any longer. */
export function PlanClosed({ plan: { state, closed_at: closedAt, user } }: { plan: LeaverPlan }) {
  if (state === 'done' && closedAt !== null) {
    return (
      <Alert type="success" title={<Trans>All is decided and done</Trans>}>
        <Trans>
          Closed on <At time={closedAt} />.
        </Trans>
      </Alert>
    )
  }
  if (state === 'reactivated' && closedAt !== null) {
    return (
      <Alert type="info" title={<Trans>They came back before this was done</Trans>}>
        <Trans>
          Activated again on <At time={closedAt} />. What remains is theirs; nothing is left to decide.
        </Trans>
      </Alert>
    )
  }
  if (!user.is_deleted) return null
  return (
    <Alert type="info" title={<Trans>The account is deleted</Trans>}>
      <Trans>Its keys went with it, and nobody has them now. The secrets they had still have to be rotated.</Trans>
    </Alert>
  )
}
