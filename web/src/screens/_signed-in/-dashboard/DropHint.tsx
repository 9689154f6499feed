import { Trans } from '@lingui/react/macro'
import { FileDown } from '../../../ui/icons/FileDown.ts'
import { Icon } from '../../../ui/Icon.tsx'

/** Lies over the page while a file is dragged over it. The drop is for the page beneath. */
export function DropHint() {
  return (
    <div className="pointer-events-none fixed inset-0 z-200 grid place-items-center bg-canvas/82 p-4" aria-hidden="true">
      <p className="grid justify-items-center gap-3 rounded-xl border-2 border-dashed border-accent bg-raised p-8 text-center font-medium">
        <Icon icon={FileDown} size={32} />
        <Trans>Drop the image of a QR code to add its key, or an export to import it</Trans>
      </p>
    </div>
  )
}
