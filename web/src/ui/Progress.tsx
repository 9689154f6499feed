import './progress.css'
import { type CSSProperties, useState } from 'react'

type ProgressBarProps = {
  label: string
  /** From 0 to `max`. */
  value: number
  max?: number
  tone?: 'accent' | 'success' | 'warning' | 'danger'
  /** The value in words, such as '3 of 8 files'. */
  valueText?: string
}

export function ProgressBar({ label, value, max = 100, tone = 'accent', valueText }: ProgressBarProps) {
  const now = Math.min(Math.max(value, 0), max)
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
      <i style={{ scale: `${max > 0 ? now / max : 0} 1` }} />
    </div>
  )
}

/** `endsAt`: when the window is over, in ms since the epoch by this browser's clock. `period`: its whole length in seconds. */
type CountdownProps = { endsAt: number; period: number }

/** A bar that runs empty by itself, in CSS; nothing renders while it runs. Decoration: say the seconds in text beside it. */
export function CountdownBar(props: CountdownProps) {
  return (
    <div className="ui-bar" aria-hidden="true">
      <Draining key={props.endsAt} {...props}>
        {(style) => <i className="ui-drain" style={style} />}
      </Draining>
    </div>
  )
}

/** The same as a ring, for keys with a period of their own. */
export function Ring({ size = 18, ...props }: CountdownProps & { size?: number }) {
  return (
    <svg className="ui-ring" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" />
      <Draining key={props.endsAt} {...props}>
        {(style) => <circle cx="10" cy="10" r="8" pathLength="1" style={style} />}
      </Draining>
    </svg>
  )
}

function Draining({ endsAt, period, children }: CountdownProps & { children: (style: CSSProperties) => React.ReactNode }) {
  // Read once: an animation that is moved while it runs would jump.
  const [elapsed] = useState(() => Math.min(Math.max(period - (endsAt - Date.now()) / 1000, 0), period))
  return children({ '--period': `${period}s`, '--steps': period, '--elapsed': `${-elapsed}s` } as CSSProperties)
}
