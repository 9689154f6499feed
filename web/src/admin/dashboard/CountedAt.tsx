import { Trans } from '@lingui/react/macro'
import { Ago } from '../../ui/Ago.tsx'

/** Milliseconds up to which figures are of now. */
const fresh = 60_000

/** In an installation with very many users, keys and shares they are counted now and then: says when that was. */
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
