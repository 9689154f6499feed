import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Webhook } from '@twofold/contract/webhooks'
import { Plus } from '../../ui/icons/Plus.ts'
import { Webhook as WebhookIcon } from '../../ui/icons/Webhook.ts'
import { useState } from 'react'
import { ListPanel } from '../../kits/ListPanel.tsx'
import { AdminPage } from '../../shell/admin/AdminPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { DeliveriesDialog } from '../../webhooks/DeliveriesDialog.tsx'
import { RemoveWebhookDialog } from '../../webhooks/RemoveWebhookDialog.tsx'
import { useRotateWebhook, useSwitchWebhook, useTestWebhook } from '../../webhooks/use-webhook-acts.ts'
import { WebhookDialog } from '../../webhooks/WebhookDialog.tsx'
import { type MadeWebhook, WebhookSecretDialog } from '../../webhooks/WebhookSecretDialog.tsx'
import { type WebhookAct, WebhookTable } from '../../webhooks/WebhookTable.tsx'
import { webhooksQuery } from '../../webhooks/webhooks.ts'

export const Route = createFileRoute('/admin/webhooks')({ component: WebhooksScreen })

type Open = { kind: 'add' } | { kind: 'edit' | 'remove' | 'deliveries'; webhook: Webhook } | { kind: 'made'; made: MadeWebhook }

function WebhooksScreen() {
  const { t } = useLingui()
  const webhooks = useQuery(webhooksQuery)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const showMade = (made: MadeWebhook) => setOpen({ kind: 'made', made })
  const toggle = useSwitchWebhook()
  const test = useTestWebhook()
  const rotate = useRotateWebhook(showMade)
  const act = (kind: WebhookAct, webhook: Webhook) => {
    if (kind === 'test') test.mutate(webhook.id)
    else if (kind === 'rotate') rotate.mutate(webhook.id)
    else if (kind === 'switch') toggle.mutate(webhook)
    else setOpen({ kind, webhook })
  }
  return (
    <AdminPage
      title={t`Webhooks`}
      crumbs={[{ label: t`Webhooks` }]}
      subtitle={t`Programs that are notified about tokens, service accounts and codes.`}
      actions={
        <Button variant="primary" icon={Plus} onPress={() => setOpen({ kind: 'add' })}>
          <Trans>Add endpoint</Trans>
        </Button>
      }
    >
      <ListPanel
        title={t`Endpoints`}
        of={webhooks}
        failed={t`The endpoints could not be loaded`}
        empty={{ icon: WebhookIcon, title: t`No endpoints yet`, text: t`Add the address of a program to notify.` }}
      >
        {({ data }) => <WebhookTable webhooks={data} onAct={act} />}
      </ListPanel>
      {open?.kind === 'add' && <WebhookDialog onClose={close} onMade={showMade} />}
      {open?.kind === 'edit' && <WebhookDialog webhook={open.webhook} onClose={close} onMade={showMade} />}
      {open?.kind === 'made' && <WebhookSecretDialog made={open.made} onClose={close} />}
      {open?.kind === 'deliveries' && <DeliveriesDialog webhook={open.webhook} onClose={close} />}
      {open?.kind === 'remove' && <RemoveWebhookDialog webhook={open.webhook} onClose={close} />}
    </AdminPage>
  )
}
