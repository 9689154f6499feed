import { useEffect, useRef } from 'react'
import { PreviewCode } from '../../../codes/PreviewCode.tsx'
import { drawIcon } from '../../../keys/draw-icon.ts'
import { createDecoder, type Decoder } from '../../../scanner/decoder.ts'
import { ImportDialog } from '../../../transfer/ImportDialog.tsx'
import type { UnfinishedExport } from '../../../transfer/read-sources.ts'
import type { ImportBeginning } from '../../../transfer/use-import.ts'

interface ImportKeysProps {
  beginning?: ImportBeginning | undefined
  onScan?: ((found?: UnfinishedExport) => void) | undefined
  onClose: () => void
}

/** The import, with the eye for QR codes and the live codes that it needs. */
export function ImportKeys(props: ImportKeysProps) {
  // Started by the first picture: most imports are files.
  const decoder = useRef<Decoder>(undefined)
  useEffect(() => () => decoder.current?.stop(), [])
  return (
    <ImportDialog
      {...props}
      readPicture={(picture) => {
        decoder.current ??= createDecoder()
        return decoder.current.decodeFile(picture)
      }}
      drawIcon={drawIcon}
      code={(parameters) => <PreviewCode parameters={parameters} />}
    />
  )
}
