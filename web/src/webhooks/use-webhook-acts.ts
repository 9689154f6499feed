import { useLingui } from '@lingui/react/macro'
import { changeWebhook, deleteWebhook, resendDelivery, rotateWebhook, testWebhook, type Webhook } from '@twofold/contract/webhooks'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { webhooksKey } from './webhooks.ts'

/** Switches an endpoint off, or on again. */
export function useSwitchWebhook() {
  const { t } = useLingui()
  return useAct({
    send: ({ id, name, url, ca, event_types, is_active }: Webhook) =>
      call(changeWebhook, { params: { id }, body: { name, url, ca: ca ?? '', event_types, is_active: !is_active } }),
    failed: t`The endpoint could not be changed`,
    said: false,
    renews: [webhooksKey],
  })
}

export function useTestWebhook() {
  const { t } = useLingui()
  return useAct({
    send: (id: string) => call(testWebhook, { params: { id } }),
    failed: t`The test message could not be sent`,
    said: () => t`A test message is on its way.`,
    renews: [webhooksKey],
  })
}

/** `show`: gets the secret or the public key that receivers need from now on. */
export function useRotateWebhook(show: (made: { webhook: Webhook; secret: string | null }) => void) {
  const { t } = useLingui()
  return useAct({
    send: (id: string) => call(rotateWebhook, { params: { id } }),
    failed: t`The secret or key could not be renewed`,
    said: false,
    renews: [webhooksKey],
    onDone: show,
  })
}

export function useRemoveWebhook() {
  const { t } = useLingui()
  return useAct({
    send: (id: string) => call(deleteWebhook, { params: { id } }),
    failed: t`The endpoint could not be removed`,
    said: () => t`The endpoint is removed.`,
    renews: [webhooksKey],
  })
}

export function useResendDelivery(webhookId: string) {
  const { t } = useLingui()
  return useAct({
    send: (id: string) => call(resendDelivery, { params: { id: webhookId, delivery_id: id } }),
    failed: t`The message could not be sent again`,
    said: () => t`The message is sent again.`,
    renews: [webhooksKey],
  })
}
