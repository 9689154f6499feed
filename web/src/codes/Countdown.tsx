import './codes.css'
import { Plural, Trans } from '@lingui/react/macro'
import { limits } from '@twofold/contract/limits'
import { Timer } from 'lucide-react'
import { Icon } from '../ui/Icon.tsx'
import { CountdownBar } from '../ui/Progress.tsx'
import { useClockAhead, useIsFailing, useSecondsLeft, useWindow } from './use-codes.tsx'

/** Seconds by which a clock may be off before it is worth a word. */
const clockTolerance = 2

/** How long the codes of the common window are still good. Read on demand, never spoken by itself: it changes each second. */
export function Countdown() {
  const { key, ...window } = useWindow(limits.codeWindowSeconds)
  return (
    <section className="countdown">
      <SecondsLeft />
      <CountdownBar key={key} {...window} />
      <CountdownState />
    </section>
  )
}

function SecondsLeft() {
  const seconds = useSecondsLeft(limits.codeWindowSeconds)
  return (
    <p className="countdown-text" role="timer" aria-live="off">
      <Icon icon={Timer} />
      <span>
        <Trans>
          All codes expire in:{' '}
          <strong>
            <Plural value={seconds} one="# second" other="# seconds" />
          </strong>
        </Trans>
      </span>
    </p>
  )
}

function CountdownState() {
  const isFailing = useIsFailing()
  const ahead = useClockAhead()
  if (isFailing) {
    return (
      <p className="countdown-state" data-tone="warning" role="status">
        <Trans>The server does not answer. Trying again...</Trans>
      </p>
    )
  }
  if (ahead === undefined) return <p className="countdown-state" />
  if (Math.abs(ahead) <= clockTolerance) {
    return (
      <p className="countdown-state">
        <Trans>Clock in sync</Trans>
      </p>
    )
  }
  const seconds = Math.abs(ahead)
  return (
    <p className="countdown-state" data-tone="warning">
      {ahead > 0 ? (
        <Trans>Your device’s clock is {seconds} s fast. Codes are still correct.</Trans>
      ) : (
        <Trans>Your device’s clock is {seconds} s slow. Codes are still correct.</Trans>
      )}
    </p>
  )
}
