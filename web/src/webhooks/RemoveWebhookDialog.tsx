import { Trans, useLingui } from '@lingui/react/macro'
import type { Webhook } from '@twofold/contract/webhooks'
import { AskDialog } from '../kits/AskDialog.tsx'
import { useRemoveWebhook } from './use-webhook-acts.ts'

/** Asks before an endpoint goes: what waits for it is lost. */
export function RemoveWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useLingui()
  const remove = useRemoveWebhook()
  const { id, name } = webhook
  return (
    <AskDialog title={t`Remove this endpoint?`} onClose={onClose} act={remove} input={id} confirmLabel={t`Remove endpoint`}>
      <p className="wrap-anywhere">
        <Trans>{name} gets no more messages, and those that wait are dropped. Switch it off instead to keep them.</Trans>
      </p>
    </AskDialog>
  )
}
