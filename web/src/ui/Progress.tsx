import './progress.css'
import { type CSSProperties, useState } from 'react'

type ProgressBarProps = {
  label: string
  /** From 0 to `max`; omitted while unknown. */
  value?: number | undefined
  max?: number
  tone?: 'accent' | 'success' | 'warning' | 'danger'
  /** The value in words, such as '3 of 8 files'. */
  valueText?: string
}

export function ProgressBar({ label, value, max = 100, tone = 'accent', valueText }: ProgressBarProps) {
  const now = value === undefined ? undefined : Math.min(Math.max(value, 0), max)
  return (
    <div
      className="ui-bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={now}
      aria-valuetext={valueText}
      data-tone={tone}
    >
      {now === undefined ? <i className="ui-bar-busy" /> : <i style={{ scale: `${max > 0 ? now / max : 0} 1` }} />}
    </div>
  )
}

/** `endsAt`: when the window is over, in ms since the epoch by this browser's clock. `period`: its whole length in seconds. */
type CountdownProps = { endsAt: number; period: number }

/** A bar that runs empty by itself, in CSS; nothing renders while it runs. Decoration: say the seconds in text beside it. */
export function CountdownBar(props: CountdownProps) {
  return (
    <div className="ui-bar" aria-hidden="true">
      <Drain key={props.endsAt} {...props} />
    </div>
  )
}

/**
 * Remaining time as a ring, for keys with a period of their own. It moves only on render: unlike the bar's, its animation would make the browser
 * restyle and redraw sixty times a second, measured at a tenth of a core.
 */
export function Ring({ secondsLeft, period }: { secondsLeft: number; period: number }) {
  return (
    <svg className="ui-ring" width={18} height={18} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" />
      <circle cx="10" cy="10" r="8" pathLength="1" strokeDashoffset={1 - secondsLeft / period} />
    </svg>
  )
}

function Drain({ endsAt, period }: CountdownProps) {
  // Read once: an animation that is moved while it runs would jump.
  const [elapsed] = useState(() => Math.min(Math.max(period - (endsAt - Date.now()) / 1000, 0), period))
  const style = { '--period': `${period}s`, '--steps': period, '--elapsed': `${-elapsed}s` } as CSSProperties
  return <i className="ui-drain" style={style} />
}
