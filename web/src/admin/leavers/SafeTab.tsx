import { Trans, useLingui } from '@lingui/react/macro'
import type { LeaverKey, LeaverPlan } from '@twofold/contract/admin/leavers'
import { type Column, Table } from '../../ui/Table.tsx'
import { KeyName } from './KeyName.tsx'
import { LastUse } from './LastUse.tsx'
import { Level } from './Level.tsx'
import { PersonLink } from './PersonLink.tsx'
import { LeaverListPanel, type LeaverView } from './LeaverListPanel.tsx'

/** Keys of which they only ever had codes: nothing to do. */
export function SafeTab({ plan, view }: { plan: LeaverPlan; view: LeaverView }) {
  const { t } = useLingui()
  const columns: Column<LeaverKey, 'name' | 'level' | 'owner' | 'use'>[] = [
    { key: 'name', header: t`Key`, card: 'title', cell: (item) => <KeyName item={item} /> },
    { key: 'level', header: t`Level`, cell: (item) => <Level level={item.level} /> },
    { key: 'owner', header: t`Owner now`, cell: ({ owner, exists }) => exists && <PersonLink person={owner} /> },
    { key: 'use', header: t`Last use`, cell: (item) => <LastUse item={item} /> },
  ]
  return (
    <LeaverListPanel
      userId={plan.user.id}
      list="safe"
      view={view}
      title={t`Keys that they only had codes of`}
      help={<Trans>They only ever saw one-time codes. Nothing to do.</Trans>}
      empty={t`No key of which they only had codes`}
    >
      {(keys) => <Table label={t`Safe`} columns={columns} rows={keys} rowKey={({ key_id: id }) => id} />}
    </LeaverListPanel>
  )
}
