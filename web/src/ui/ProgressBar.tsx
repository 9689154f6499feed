import './progress.css'

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
