import { Trans } from '@lingui/react/macro'
import type { LeaverKey } from '@twofold/contract/admin/leavers'
import { Ago } from '../../ui/Ago.tsx'

/** Last time they copied a code; otherwise, last time one was shown to them. */
export function LastUse({ item: { last_used_at: used, last_shown_at: shown } }: { item: LeaverKey }) {
  if (used !== null) return <Ago time={used} />
  if (shown === null) {
    return (
      <span className="text-text-2">
        <Trans>Never</Trans>
      </span>
    )
  }
  return (
    <span className="text-text-2">
      <Trans>
        Shown <Ago time={shown} />
      </Trans>
    </span>
  )
}
