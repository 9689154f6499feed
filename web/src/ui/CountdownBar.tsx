import './progress.css'
import { type CSSProperties, useState } from 'react'

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
