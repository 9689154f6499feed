import './or-line.css'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** Between one way to do something and the others. */
export function OrLine({ children }: { children?: ReactNode }) {
  return <p className="or-line">{children ?? <Trans>or</Trans>}</p>
}
