import { useLingui } from '@lingui/react/macro'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { HttpsSteps } from '../system/HttpsSteps.tsx'

/** What has to be done at the server, with the commands for it. */
export function HttpsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog title={t`Set up HTTPS`} size="lg" onClose={onClose} footer={<CloseButton />}>
      <HttpsSteps />
    </Dialog>
  )
}
