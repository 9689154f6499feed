import { useLingui } from '@lingui/react/macro'
import type { OwnKey } from '@twofold/contract/keys'
import type { KeyParameters } from '@twofold/contract/otpauth'
import { useState } from 'react'
import { PreviewPair } from '../../../codes/PreviewPair.tsx'
import { pasteFailureText } from '../../../keys/link-failure.ts'
import { RotateSecretDialog } from '../../../keys/RotateSecretDialog.tsx'
import { linksOfKeys, readScannedText } from '../../../keys/scanned-text.ts'
import { ScannerDialog, type TextSource } from '../../../scanner/ScannerDialog.tsx'

/** Another secret for a key, typed, pasted or scanned. */
export function RotateSecret({ item, onClose }: { item: OwnKey; onClose: () => void }) {
  const { t } = useLingui()
  const [isScanning, setScanning] = useState(false)
  const [typed, setTyped] = useState('')
  const [scanned, setScanned] = useState<KeyParameters>()

  function take(texts: string[], from: TextSource): string | undefined {
    const read = texts.map(readScannedText)
    const found = read.find((text) => text.ok)
    if (!found) return from === 'paste' ? pasteFailureText(read[0]) : t`Invalid QR code format. Please scan a valid 2FA QR code.`
    if (linksOfKeys(texts).length > 1) return t`There are the codes of several keys. Show only the new one.`
    // A scan replaces typed text.
    setTyped('')
    setScanned(found.parameters)
    setScanning(false)
    return undefined
  }

  return (
    <>
      <RotateSecretDialog
        item={item}
        typed={typed}
        onType={setTyped}
        scanned={scanned}
        onScan={() => setScanning(true)}
        codes={(parameters, onCodes) => <PreviewPair parameters={parameters} onCodes={onCodes} />}
        onClose={onClose}
      />
      {isScanning && <ScannerDialog onTexts={take} onClose={() => setScanning(false)} />}
    </>
  )
}
