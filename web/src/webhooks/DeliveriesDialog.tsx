import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Webhook, WebhookDelivery } from '@twofold/contract/webhooks'
import { Inbox } from '../ui/icons/Inbox.ts'
import { Loaded } from '../kits/Loaded.tsx'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { type Column, Table } from '../ui/Table.tsx'
import { At } from '../ui/At.tsx'
import { useResendDelivery } from './use-webhook-acts.ts'
import { deliveriesQuery } from './webhooks.ts'

const tones: Record<WebhookDelivery['state'], BadgeTone> = { waiting: 'info', delivered: 'success', failed: 'danger' }

/** The last messages to an endpoint. Bodies of answers are not kept. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useLingui()
  const deliveries = useQuery(deliveriesQuery(webhook.id))
  const resend = useResendDelivery(webhook.id)
  const labels = { waiting: t`Waiting`, delivered: t`Delivered`, failed: t`Failed` }
  const columns: Column<WebhookDelivery, 'type' | 'state' | 'answer' | 'actions'>[] = [
    {
      key: 'type',
      header: t`Message`,
      card: 'title',
      cell: ({ type, created_at: at }) => (
        <span className="grid min-w-0">
          <span className="font-code wrap-anywhere">{type}</span>
          <span className="text-sm text-text-2">
            <At time={at} />
          </span>
        </span>
      ),
    },
    { key: 'state', header: t`State`, cell: ({ state }) => <Badge tone={tones[state]}>{labels[state]}</Badge> },
    { key: 'answer', header: t`Last answer`, cell: (delivery) => <Answer delivery={delivery} /> },
    {
      key: 'actions',
      header: t`Actions`,
      card: 'action',
      align: 'end',
      cell: ({ id, state }) =>
        state !== 'waiting' &&
        webhook.is_active && (
          <Button size="sm" onPress={() => resend.mutate(id)}>
            <Trans>Send again</Trans>
          </Button>
        ),
    },
  ]
  return (
    <Dialog
      title={t`Messages`}
      subtitle={webhook.name}
      size="lg"
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <Loaded
        of={deliveries}
        failed={t`The messages could not be loaded`}
        frame="inset"
        empty={{ icon: Inbox, title: t`No messages yet`, text: t`Send a test to see whether it arrives.` }}
      >
        {({ data }) => <Table label={t`Messages`} columns={columns} rows={data} rowKey={({ id }) => id} />}
      </Loaded>
    </Dialog>
  )
}

function Answer({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useLingui()
  const { last_status: status, last_tried_at: triedAt, next_try_at: nextAt, state } = delivery
  return (
    <span className="grid min-w-0">
      <span>{triedAt === null ? t`Not sent yet` : (status ?? t`No answer`)}</span>
      {state === 'waiting' && triedAt !== null && nextAt !== null && (
        <span className="text-sm text-text-2">
          <Trans>
            Next try: <At time={nextAt} />.
          </Trans>
        </span>
      )}
    </span>
  )
}
