import { Trans } from '@lingui/react/macro'
import { ImageUp } from 'lucide-react'
import { Icon } from '../ui/Icon.tsx'

interface UploadViewProps {
  isBusy: boolean
  isDragging: boolean
  onFile: (file: File) => void
}

/** A place for a picture: to be dropped on, or clicked. What is dropped beside it is taken too, by the dialog. */
export function UploadView({ isBusy, isDragging, onFile }: UploadViewProps) {
  return (
    <div className="grid gap-3">
      <label className="drop-zone" data-over={isDragging || undefined} data-busy={isBusy || undefined}>
        <input
          type="file"
          className="sr-only"
          accept="image/png,image/jpeg,image/webp,image/gif,image/bmp"
          disabled={isBusy}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // So that the same file can be chosen again.
            target.value = ''
            if (file) onFile(file)
          }}
        />
        <Icon icon={ImageUp} size={32} />
        <strong>
          <Trans>Drop QR code image here</Trans>
        </strong>{' '}
        <span>
          <Trans>or click to browse files</Trans>
        </span>{' '}
        <span className="drop-zone-types">
          <Trans>PNG, JPG, WEBP</Trans>
        </span>
      </label>
      <p className="scan-help" role="status">
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
