import { Trans, useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { addKey } from '@twofold/contract/keys'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Alert } from '../ui/Alert.tsx'
import { DoneDialog } from '../ui/DoneDialog.tsx'
import { SecretParts } from '../ui/SecretParts.tsx'

type Provisioning = NonNullable<CallResponse<typeof addKey>['provisioning']>

/** A generated secret, in the one moment in which it can be taken to the service that the key is for. */
export function ProvisioningDialog({ name, provisioning, onClose }: { name: string; provisioning: Provisioning; onClose: () => void }) {
  const { t } = useLingui()
  useUnsavedChanges(true, { isShownOnce: true })
  return (
    <DoneDialog
      title={t`Set up ${name} elsewhere`}
      subtitle={t`The secret was generated here. The service, or a second app, needs it too.`}
      onClose={onClose}
    >
      <Alert type="warning" title={t`This is shown only once`}>
        <Trans>Scan or copy it before you close this.</Trans>
      </Alert>
      <SecretParts label={t`QR code for ${name}`} hasLink {...provisioning} />
    </DoneDialog>
  )
}
