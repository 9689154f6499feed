import './codes.css'
import { plural } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { limits } from '@twofold/contract/limits'
import { Timer } from '../ui/icons/Timer.ts'
import { useIsOnline } from '../lib/use-is-online.ts'
import { Icon } from '../ui/Icon.tsx'
import { CountdownBar } from '../ui/CountdownBar.tsx'
import { useClockAhead, useIsEnding, useIsFailing, useSecondsLeft, useWindow } from './use-codes.tsx'

/** Seconds by which a clock may be off before it is worth a word. */
const clockTolerance = 2

/** Remaining validity of the codes of the common window, in words. Read on demand, never announced: it changes each second. */
export function Countdown() {
  return (
    <section className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <SecondsLeft />
      <CountdownState />
    </section>
  )
}

export function CountdownLine() {
  const { key, ...window } = useWindow(limits.codeWindowSeconds)
  const isEnding = useIsEnding(limits.codeWindowSeconds)
  return (
    <div className="countdown-line" data-ending={isEnding || undefined}>
      <CountdownBar key={key} {...window} />
    </div>
  )
}

/** The same, abbreviated; the whole sentence is its accessible name, unless it appears elsewhere on the page. */
export function CountdownSeconds({ isNamed }: { isNamed: boolean }) {
  const seconds = useSecondsLeft(limits.codeWindowSeconds)
  const isOnline = useIsOnline()
  const whole = plural(seconds, { one: 'All codes expire in: # second', other: 'All codes expire in: # seconds' })
  const short = isOnline ? <Trans>{seconds} s</Trans> : <Trans>Offline</Trans>
  const look = { className: 'countdown-seconds', 'data-near': near(seconds), title: whole }
  if (!isNamed) {
    return (
      <p {...look} aria-hidden="true">
        {short}
      </p>
    )
  }
  return (
    <p {...look} role="timer" aria-live="off" aria-label={whole}>
      {short}
    </p>
  )
}

const near = (seconds: number) => (seconds <= 5 ? 'end' : seconds <= 10 ? 'soon' : undefined)

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

/** Whether the codes can be trusted; `isQuiet`: shows only problems. */
export function CountdownState({ isQuiet = false }: { isQuiet?: boolean }) {
  const isFailing = useIsFailing()
  const ahead = useClockAhead()
  if (isFailing) {
    return (
      <p className="countdown-state" data-tone="warning" role="status">
        <Trans>The server does not answer. Trying again...</Trans>
      </p>
    )
  }
  const isRight = ahead === undefined || Math.abs(ahead) <= clockTolerance
  if (isRight && isQuiet) return null
  if (ahead === undefined) return <p className="countdown-state" />
  if (isRight) {
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
