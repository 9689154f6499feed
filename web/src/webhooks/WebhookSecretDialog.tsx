import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Webhook } from '@twofold/contract/webhooks'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Alert } from '../ui/Alert.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DoneDialog } from '../ui/DoneDialog.tsx'
import { MachineText } from '../ui/MachineText.tsx'

export type MadeWebhook = { webhook: Webhook; secret: string | null }

/** The key to verify signatures with: a secret, which is shown once, or a public key. */
export function WebhookSecretDialog({ made: { webhook, secret }, onClose }: { made: MadeWebhook; onClose: () => void }) {
  const { t } = useLingui()
  useUnsavedChanges(secret !== null, { isShownOnce: true })
  const text = secret ?? webhook.public_key
  // An answer that is repeated, after the first one was lost, has no secrets.
  if (text === null) {
    return (
      <DoneDialog title={t`The signing secret did not arrive`} subtitle={webhook.name} onClose={onClose}>
        <Alert type="warning">
          <Trans>
            The endpoint was added, but the connection broke before its secret was here. Renew the secret in the endpoint’s menu.
          </Trans>
        </Alert>
      </DoneDialog>
    )
  }
  return (
    <DoneDialog title={secret === null ? t`Public key` : t`Signing secret`} subtitle={webhook.name} onClose={onClose}>
      {secret === null ? (
        <p>
          <Trans>The receiver checks signatures with this key (Standard Webhooks).</Trans>
        </p>
      ) : (
        <Alert type="warning">
          <Trans>The receiver checks signatures with this secret (Standard Webhooks). You won’t see it again.</Trans>
        </Alert>
      )}
      {webhook.former_secrets > 0 && (
        <p>
          {webhook.signature === 'v1' ? (
            <Plural
              value={webhook.former_secrets}
              one="For 24 hours messages have the signature of the former secret as well."
              other="Messages have the signatures of # former secrets as well, each for 24 hours after it was renewed."
            />
          ) : (
            <Plural
              value={webhook.former_secrets}
              one="For 24 hours messages have the signature of the former key as well."
              other="Messages have the signatures of # former keys as well, each for 24 hours after it was renewed."
            />
          )}
        </p>
      )}
      <MachineText as="p" className="font-code wrap-anywhere">
        {text}
      </MachineText>
      <div>
        <CopyButton text={text}>{t`Copy`}</CopyButton>
      </div>
    </DoneDialog>
  )
}
