import { Plural, useLingui } from '@lingui/react/macro'
import type { Webhook } from '@twofold/contract/webhooks'
import { Ellipsis } from '../ui/icons/Ellipsis.ts'
import { KeyRound } from '../ui/icons/KeyRound.ts'
import { List } from '../ui/icons/List.ts'
import { Pause } from '../ui/icons/Pause.ts'
import { Pencil } from '../ui/icons/Pencil.ts'
import { Play } from '../ui/icons/Play.ts'
import { Send } from '../ui/icons/Send.ts'
import { Trash2 } from '../ui/icons/Trash2.ts'
import { IconButton } from '../ui/Button.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { type Column, Table } from '../ui/Table.tsx'
import { WebhookState } from './WebhookState.tsx'

export type WebhookAct = 'deliveries' | 'test' | 'edit' | 'rotate' | 'switch' | 'remove'

export function WebhookTable({ webhooks, onAct }: { webhooks: readonly Webhook[]; onAct: (act: WebhookAct, webhook: Webhook) => void }) {
  const { t } = useLingui()
  const columns: Column<Webhook, 'name' | 'state' | 'events' | 'actions'>[] = [
    {
      key: 'name',
      header: t`Endpoint`,
      card: 'title',
      cell: ({ name, url }) => (
        <span className="grid min-w-0">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="text-sm text-text-2 wrap-anywhere">{url}</span>
        </span>
      ),
    },
    { key: 'state', header: t`State`, cell: (webhook) => <WebhookState webhook={webhook} /> },
    {
      key: 'events',
      header: t`Events`,
      cell: ({ event_types: types }) => <Plural value={types.length} one="# kind" other="# kinds" />,
    },
    {
      key: 'actions',
      header: t`Actions`,
      card: 'action',
      align: 'end',
      cell: (webhook) => {
        const { name, is_active: isActive } = webhook
        return (
          <Menu trigger={<IconButton size="sm" icon={Ellipsis} label={t`Actions for ${name}`} />} label={t`Actions for ${name}`}>
            <MenuItem icon={List} onAction={() => onAct('deliveries', webhook)}>{t`Show messages`}</MenuItem>
            {isActive && <MenuItem icon={Send} onAction={() => onAct('test', webhook)}>{t`Send test`}</MenuItem>}
            <MenuItem icon={Pencil} onAction={() => onAct('edit', webhook)}>{t`Edit`}</MenuItem>
            <MenuItem icon={KeyRound} onAction={() => onAct('rotate', webhook)}>
              {webhook.signature === 'v1' ? t`Renew secret` : t`Renew key`}
            </MenuItem>
            <MenuItem icon={isActive ? Pause : Play} onAction={() => onAct('switch', webhook)}>
              {isActive ? t`Switch off` : t`Switch on`}
            </MenuItem>
            <MenuItem icon={Trash2} danger onAction={() => onAct('remove', webhook)}>{t`Remove`}</MenuItem>
          </Menu>
        )
      },
    },
  ]
  return <Table label={t`Endpoints for webhooks`} columns={columns} rows={webhooks} rowKey={({ id }) => id} />
}
