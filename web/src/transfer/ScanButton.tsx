import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/Button.tsx'
import { ScanLine } from '../ui/icons/ScanLine.ts'

export const ScanButton = ({ onScan }: { onScan: () => void }) => (
  <Button block icon={ScanLine} onPress={onScan}>
    <Trans>Scan with the camera</Trans>
  </Button>
)
