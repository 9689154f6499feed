import './drop-hint.css'
import { Trans } from '@lingui/react/macro'
import { FileDown } from '../../../ui/icons/FileDown.ts'
import { Icon } from '../../../ui/Icon.tsx'

/** Lies over the page while a file is dragged over it. Only who holds the file with a pointer has a use for it. */
export function DropHint() {
  return (
    <div className="drop-hint" aria-hidden="true">
      <p>
        <Icon icon={FileDown} size={32} />
        <Trans>Drop the image of a QR code to add its key, or an export to import it</Trans>
      </p>
    </div>
  )
}
