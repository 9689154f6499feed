import { useLingui } from '@lingui/react/macro'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { HttpsSteps } from '../system/HttpsSteps.tsx'

/** Steps on the server, with their commands. */
export function HttpsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog title={t`Set up HTTPS`} size="lg" onClose={onClose} footer={<CloseButton />}>
      <HttpsSteps />
    </Dialog>
  )
}
