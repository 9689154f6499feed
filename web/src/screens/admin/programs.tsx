import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Programs } from '@twofold/contract/admin/programs'
import type { Webhook } from '@twofold/contract/webhooks'
import { List } from '../../ui/icons/List.ts'
import { RadioTower } from '../../ui/icons/RadioTower.ts'
import { Webhook as WebhookIcon } from '../../ui/icons/Webhook.ts'
import { type ReactNode, useState } from 'react'
import { streamsQuery } from '../../admin/audit/streams.ts'
import { StreamState } from '../../admin/audit/StreamState.tsx'
import { type Asked, Loaded } from '../../kits/Loaded.tsx'
import { IssuersPanel } from '../../machines/office/IssuersPanel.tsx'
import { AccountTable } from '../../machines/office/AccountTable.tsx'
import { TokenTable } from '../../machines/office/TokenTable.tsx'
import { TrustTable } from '../../machines/office/TrustTable.tsx'
import { programsQuery } from '../../machines/office/programs.ts'
import { RefusedList } from '../../machines/office/RefusedList.tsx'
import { TakeTable } from '../../machines/office/TakeTable.tsx'
import { AdminPage } from '../../shell/admin/AdminPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SettingList, SettingRow } from '../../ui/SettingRow.tsx'
import { DeliveriesDialog } from '../../webhooks/DeliveriesDialog.tsx'
import { WebhookState } from '../../webhooks/WebhookState.tsx'
import { webhooksQuery } from '../../webhooks/webhooks.ts'

export const Route = createFileRoute('/admin/programs')({ component: ProgramsScreen })

/** All programs of the installation and what they did: names, times and verified runs. */
function ProgramsScreen() {
  const { t } = useLingui()
  const programs = useQuery(programsQuery)
  const failed = t`The programs could not be loaded`
  const part = <Kind extends keyof Programs>(
    kind: Kind,
    title: string,
    none: ReactNode,
    rowsIn: (rows: Programs[Kind]['rows']) => ReactNode,
    padding: 'none' | 'normal' = 'none',
  ) => (
    <Panel title={title} padding={padding}>
      <Loaded of={programs} failed={failed} frame="inset">
        {(data) => {
          const { rows, total } = data[kind]
          const { length } = rows
          if (length === 0) return <p className={padding === 'none' ? 'p-5 text-text-2' : 'text-text-2'}>{none}</p>
          return (
            <>
              {rowsIn(rows)}
              {total > length && (
                <p className="p-5 text-sm text-text-2">
                  <Trans>
                    The first {length} of {total}.
                  </Trans>
                </p>
              )}
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
  return (
    <AdminPage
      title={t`Programs`}
      crumbs={[{ label: t`Programs` }]}
      subtitle={t`Service accounts, their tokens and rules, and the codes that programs took. No tokens or codes are shown.`}
    >
      {part('accounts', t`Service accounts`, <Trans>No group has a service account.</Trans>, (rows) => (
        <AccountTable accounts={rows} />
      ))}
      {part('tokens', t`Tokens`, <Trans>No token is live.</Trans>, (rows) => (
        <TokenTable tokens={rows} />
      ))}
      {/* The panels above grow when they load, and would move its button from under a press. */}
      {!programs.isPending && <IssuersPanel />}
      {part('trusts', t`Rules`, <Trans>No rule lets a workload in.</Trans>, (rows) => (
        <TrustTable trusts={rows} />
      ))}
      {part(
        'refused',
        t`Refused within a day`,
        <Trans>No run was refused within 24 hours.</Trans>,
        (rows) => (
          <RefusedList refusals={rows} />
        ),
        'normal',
      )}
      {part('takes', t`Codes taken by programs`, <Trans>No program took a code yet.</Trans>, (rows) => (
        <TakeTable takes={rows} />
      ))}
      <Endpoints />
      <Sinks />
    </AdminPage>
  )
}

interface ManagedPanelProps<Row> {
  title: string
  /** The way to the screen where they are managed. */
  link: ReactNode
  of: Asked<{ data: readonly Row[] }>
  failed: string
  none: string
  row: (row: Row) => ReactNode
  children?: ReactNode
}

/** A list that is managed on a screen of its own. */
const ManagedPanel = <Row,>({ title, link, of, failed, none, row, children }: ManagedPanelProps<Row>) => (
  <Panel title={title} actions={link}>
    <Loaded of={of} failed={failed} empty={none}>
      {({ data }) => <SettingList label={title}>{data.map(row)}</SettingList>}
    </Loaded>
    {children}
  </Panel>
)

function Endpoints() {
  const { t } = useLingui()
  const webhooks = useQuery(webhooksQuery)
  const [shown, setShown] = useState<Webhook>()
  return (
    <ManagedPanel
      title={t`Webhooks`}
      link={<LinkButton size="sm" to="/admin/webhooks">{t`Manage webhooks`}</LinkButton>}
      of={webhooks}
      failed={t`The endpoints could not be loaded`}
      none={t`No endpoints yet`}
      row={(webhook) => {
        const { id, name } = webhook
        return (
          <SettingRow
            key={id}
            icon={WebhookIcon}
            title={name}
            actions={
              <Button size="sm" icon={List} aria-label={t`Messages to ${name}`} onPress={() => setShown(webhook)}>
                <Trans>Messages</Trans>
              </Button>
            }
          >
            <WebhookState webhook={webhook} />
          </SettingRow>
        )
      }}
    >
      {shown && <DeliveriesDialog webhook={shown} onClose={() => setShown(undefined)} />}
    </ManagedPanel>
  )
}

function Sinks() {
  const { t } = useLingui()
  return (
    <ManagedPanel
      title={t`Streams of the audit log`}
      link={<LinkButton size="sm" to="/admin/audit/streams">{t`Manage streams`}</LinkButton>}
      of={useQuery(streamsQuery)}
      failed={t`The streams could not be loaded`}
      none={t`No streams yet`}
      row={(stream) => (
        <SettingRow key={stream.id} icon={RadioTower} title={stream.name}>
          <StreamState stream={stream} />
        </SettingRow>
      )}
    />
  )
}
