import { Trans } from '@lingui/react/macro'
import { ImageUp } from '../ui/icons/ImageUp.ts'
import { DropZone } from '../ui/DropZone.tsx'

interface UploadViewProps {
  isBusy: boolean
  isDragging: boolean
  onFile: (file: File) => void
}

/** A place for a picture. */
export function UploadView({ isBusy, isDragging, onFile }: UploadViewProps) {
  return (
    <div className="grid gap-3">
      <DropZone
        icon={ImageUp}
        title={<Trans>Drop QR code image here</Trans>}
        text={<Trans>or click to browse files</Trans>}
        note={<Trans>PNG, JPG, WEBP</Trans>}
        accept="image/png,image/jpeg,image/webp,image/gif,image/bmp"
        isBusy={isBusy}
        isDragging={isDragging}
        onFiles={([file]) => file && onFile(file)}
      />
      <p className="flex items-center gap-2 min-h-[1.5em] text-sm text-text-2" role="status">
        {isBusy ? (
          <>
            <span className="ui-spinner" aria-hidden="true" /> <Trans>Processing image...</Trans>
          </>
        ) : (
          <Trans>Tip: you can paste an image with Ctrl+V / Cmd+V.</Trans>
        )}
      </p>
    </div>
  )
}
