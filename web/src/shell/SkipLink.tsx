import { Trans } from '@lingui/react/macro'
import { MAIN_ID } from './Page.tsx'

/** The first thing Tab reaches: past the header, to the content. */
export function SkipLink() {
  return (
    <a href={`#${MAIN_ID}`} className="skip-link">
      <Trans>Skip to content</Trans>
    </a>
  )
}
