import './codes.css'
import { Trans } from '@lingui/react/macro'
import { limits } from '@twofold/contract/limits'
import { Ring } from '../ui/CountdownBar.tsx'
import { useSecondsLeft } from './use-codes.tsx'

/** The own countdown of a key whose window is not the common one; nothing for all others. */
export function WindowRing({ period }: { period: number | null }) {
  return period === null || period === limits.codeWindowSeconds ? null : <OwnWindow period={period} />
}

function OwnWindow({ period }: { period: number }) {
  const seconds = useSecondsLeft(period)
  return (
    <span className="inline-flex items-center gap-1.5 text-xs text-text-3 tabular-nums" role="timer" aria-live="off">
      <Ring secondsLeft={seconds} period={period} />
      <Trans>{seconds} s</Trans>
    </span>
  )
}
