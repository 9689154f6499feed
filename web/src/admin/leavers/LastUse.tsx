import { Trans } from '@lingui/react/macro'
import type { LeaverKey } from '@twofold/contract/admin/leavers'
import { Ago } from '../../ui/Ago.tsx'

const hour = 60 * 60_000

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
      {Date.now() - Date.parse(shown) < hour ? (
        // Views are recorded by the hour: minutes would be those since it began, not since the view.
        <Trans>Shown within the last hour</Trans>
      ) : (
        <Trans>
          Shown <Ago time={shown} />
        </Trans>
      )}
    </span>
  )
}
