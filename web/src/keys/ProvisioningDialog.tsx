import { Trans, useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { addKey } from '@twofold/contract/keys'
import { groupByFour } from '../lib/group-text.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { QrCode } from '../ui/QrCode.tsx'

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
      <div className="flex flex-wrap items-start justify-center gap-5">
        <QrCode text={provisioning.uri} label={t`QR code for ${name}`} />
        <div className="grid min-w-0 flex-1 basis-44 gap-3">
          <div>
            <h3 className="text-sm">
              <Trans>Secret</Trans>
            </h3>
            <p className="secret-text">{groupByFour(provisioning.secret)}</p>
          </div>
          <CopyButton text={provisioning.secret}>{t`Copy secret`}</CopyButton>
          <CopyButton text={provisioning.uri}>{t`Copy link`}</CopyButton>
        </div>
      </div>
    </Dialog>
  )
}
