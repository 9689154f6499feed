import './state.css'
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties, ReactNode } from 'react'

/** A grey bar in place of a text. Sizes are CSS lengths. */
export function Skeleton({
  width = '100%',
  height = '.875rem',
  radius,
}: {
  width?: string
  height?: string
  radius?: CSSProperties['borderRadius']
}) {
  return <span className="ui-skeleton" style={{ width, height, ...(radius !== undefined && { borderRadius: radius }) }} />
}

/** Says that something is on its way, and shows its outline. Appears after a moment only, so that fast answers do not flicker. */
export function Loading({ label, children }: { label?: string; children?: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="ui-loading" role="status">
      <span className="sr-only">{label ?? t`Loading...`}</span>
      <div aria-hidden="true">
        {children ?? (
          <div className="grid gap-2">
            <Skeleton width="70%" />
            <Skeleton width="45%" />
          </div>
        )}
      </div>
    </div>
  )
}
