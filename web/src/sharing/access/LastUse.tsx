import { Plural, Trans } from '@lingui/react/macro'
import type { Share } from '@twofold/contract/sharing/grants'
import { useEffect, useState } from 'react'
import { When } from '../../ui/When.tsx'

/** Milliseconds for which a copy counts as happening now. */
const liveFor = 60_000

const hour = 60 * 60_000

/** Last use of a key: to the second while it is recent. */
export function LastUse({ share: { last_used_at: used, last_shown_at: shown, group } }: { share: Share }) {
  const passed = usePassed(used)
  if (used !== null && passed < liveFor) {
    const seconds = Math.max(0, Math.floor(passed / 1000))
    return (
      <span className="inline-flex items-center gap-1.5 font-medium text-success-text tabular-nums before:size-2 before:rounded-full before:bg-current">
        <Trans>Copied a code {seconds} s ago</Trans>
      </span>
    )
  }
  return (
    <>
      {group && (
        <>
          <Plural value={group.members} one="Group of # person" other="Group of # people" />
          {' · '}
        </>
      )}
      {used !== null ? (
        <Trans>
          Last used <When at={used} />
        </Trans>
      ) : shown === null ? (
        <Trans>Not used yet</Trans>
      ) : Date.now() - Date.parse(shown) < hour ? (
        // Views are recorded by the hour: a time would be that of its beginning, perhaps before there was a share.
        <Trans>Codes shown within the last hour</Trans>
      ) : (
        <Trans>
          Codes last shown <When at={shown} />
        </Trans>
      )}
    </>
  )
}

/** Milliseconds since then, each second while it is fresh. */
function usePassed(at: string | null): number {
  const time = at === null ? 0 : Date.parse(at)
  const [now, setNow] = useState(() => Date.now())
  // A use that has just arrived is newer than the last tick.
  const passed = Math.max(now, time) - time
  const isLive = at !== null && passed < liveFor
  useEffect(() => {
    if (!isLive) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isLive])
  return passed
}
