import { Trans, useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { addKey } from '@twofold/contract/keys'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SecretParts } from './SecretParts.tsx'

type Provisioning = NonNullable<CallResponse<typeof addKey>['provisioning']>

/** A generated secret, in the one moment in which it can be taken to the service that the key is for. */
export function ProvisioningDialog({ name, provisioning, onClose }: { name: string; provisioning: Provisioning; onClose: () => void }) {
  const { t } = useLingui()
  useUnsavedChanges(true)
  return (
    <Dialog
      title={t`Set up ${name} elsewhere`}
      subtitle={t`The secret was generated here. The service, or a second app, needs it too.`}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        onClose()
      }}
      footer={
        <Button type="submit" variant="primary">
          <Trans>Done</Trans>
        </Button>
      }
    >
      <Alert type="warning" title={t`This is shown only once`}>
        <Trans>Scan or copy it before you close this.</Trans>
      </Alert>
      <SecretParts name={name} {...provisioning} />
    </Dialog>
  )
}
