import { Trans } from '@lingui/react/macro'
import { Ago } from '../../ui/Ago.tsx'

/** Milliseconds up to which figures are of now. */
const fresh = 60_000

/** Time of the last count: large installations count users, keys and shares now and then. */
export function CountedAt({ time }: { time: string }) {
  if (Date.now() - new Date(time).getTime() < fresh) return null
  return (
    <p className="text-sm text-text-2">
      <Trans>
        Users, keys and shares counted <Ago time={time} />
      </Trans>
    </p>
  )
}
