import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type LeaverKey, leaverKeysMost, type LeaverPlan } from '@twofold/contract/admin/leavers'
import { useState } from 'react'
import { selectColumn } from '../../kits/select-column.tsx'
import { useSelection } from '../../kits/use-selection.ts'
import { BulkBar } from '../../ui/BulkBar.tsx'
import { Button } from '../../ui/Button.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { KeyName } from './KeyName.tsx'
import { LastUse } from './LastUse.tsx'
import { PersonLink } from './PersonLink.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'
import { LeaverListPanel, type LeaverView } from './LeaverListPanel.tsx'
import type { LeaverSelection } from './leavers.ts'
import { LetGoDialog } from './LetGoDialog.tsx'

type Asked = { act: 'hand over' | 'let go'; selection: LeaverSelection; count: number; name: string | undefined }
type OwnedTabProps = { plan: LeaverPlan; view: LeaverView; viewerId: string | undefined }

const idOf = ({ key_id: id }: LeaverKey) => id

/** Own keys, each of which gets another owner or stays with the account. */
export function OwnedTab({ plan, view, viewerId }: OwnedTabProps) {
  const { t } = useLingui()
  const selection = useSelection()
  const { selected, isAll, selectAll, clear } = selection
  const [asked, setAsked] = useState<Asked>()
  const undecided = plan.owned.total - plan.owned.done
  // Limit of one act; the rest is selected again afterwards.
  const many = Math.min(undecided, leaverKeysMost)
  const count = isAll ? many : selected.size
  const askMany = (act: Asked['act']) =>
    setAsked({ act, count, name: undefined, selection: isAll ? { all: true } : { key_ids: [...selected] } })
  const askOne = (act: Asked['act'], { key_id: id, name }: LeaverKey) => setAsked({ act, count: 1, name, selection: { key_ids: [id] } })
  const done = () => {
    setAsked(undefined)
    clear()
  }
  return (
    <>
      <LeaverListPanel
        userId={plan.user.id}
        list="owned"
        view={view}
        title={t`Their own keys`}
        help={<Trans>Others who have a key keep it until you have decided. With a new owner they keep it for good.</Trans>}
        empty={t`They own no keys`}
        bar={
          <BulkBar
            selected={count}
            onClear={clear}
            more={
              !isAll &&
              undecided > selected.size && (
                <TextButton onPress={selectAll}>
                  {many < undecided ? (
                    <Trans>Select {many} of the undecided keys</Trans>
                  ) : (
                    <Plural value={undecided} one="Select # undecided key" other="Select all # undecided keys" />
                  )}
                </TextButton>
              )
            }
          >
            <Button size="sm" onPress={() => askMany('hand over')}>{t`Hand over`}</Button>
            <Button size="sm" variant="danger-line" onPress={() => askMany('let go')}>{t`Keep with account`}</Button>
          </BulkBar>
        }
      >
        {(keys) => <OwnedTable plan={plan} keys={keys} selection={selection} onAsk={askOne} />}
      </LeaverListPanel>
      {asked?.act === 'hand over' && (
        <HandOverDialog {...asked} leaver={plan.user} viewerId={viewerId} onClose={() => setAsked(undefined)} onDone={done} />
      )}
      {asked?.act === 'let go' && <LetGoDialog {...asked} leaver={plan.user} onClose={() => setAsked(undefined)} onDone={done} />}
    </>
  )
}

type OwnedTableProps = {
  plan: LeaverPlan
  keys: readonly LeaverKey[]
  selection: ReturnType<typeof useSelection>
  onAsk: (act: Asked['act'], item: LeaverKey) => void
}

function OwnedTable({ plan, keys, selection: { selected, isAll, toggle }, onAsk }: OwnedTableProps) {
  const { t } = useLingui()
  const canDecide = plan.state !== 'reactivated' && !plan.user.is_deleted
  const isTheirs = ({ owner }: LeaverKey) => owner?.id === plan.user.id
  const undecided = keys.filter((key) => isTheirs(key) && key.decision === null)
  const shown = isAll ? new Set([...selected, ...undecided.map(idOf)]) : selected
  const select = selectColumn({
    idOf,
    nameOf: (item: LeaverKey) => (isTheirs(item) ? item.name : undefined),
    selected: shown,
    // Unselecting after "all" keeps only this page's rows: decisions apply only to visible keys.
    onToggle: (ids, isOn) => toggle(ids, isOn, isAll ? new Set(undecided.map(idOf)) : selected),
    page: keys.filter(isTheirs),
  })
  const columns: Column<LeaverKey, 'select' | 'name' | 'use' | 'people' | 'decision' | 'act'>[] = [
    ...(canDecide ? [select] : []),
    { key: 'name', header: t`Key`, card: 'title', cell: (item) => <KeyName item={item} /> },
    { key: 'use', header: t`Last use`, wideOnly: true, cell: (item) => <LastUse item={item} /> },
    { key: 'people', header: t`Others who have it`, align: 'end', cell: (item) => <OthersWithKey {...item} /> },
    { key: 'decision', header: t`Decision`, cell: (item) => <Decision item={item} /> },
    {
      key: 'act',
      header: t`Actions`,
      align: 'end',
      cell: (item) => canDecide && isTheirs(item) && <DecisionButtons item={item} onAsk={(act) => onAsk(act, item)} />,
    },
  ]
  return <Table label={t`Their own keys`} columns={columns} rows={keys} rowKey={idOf} />
}

function DecisionButtons({ item, onAsk }: { item: LeaverKey; onAsk: (act: Asked['act']) => void }) {
  const { t } = useLingui()
  return (
    <span className="inline-flex flex-wrap justify-end gap-2 sm:flex-nowrap">
      <Button size="sm" onPress={() => onAsk('hand over')} aria-label={t`Hand over ${item.name}`}>
        <Trans>Hand over</Trans>
      </Button>
      {item.decision === null && (
        <Button size="sm" variant="quiet" onPress={() => onAsk('let go')} aria-label={t`Keep with account: ${item.name}`}>
          <Trans>Keep with account</Trans>
        </Button>
      )}
    </span>
  )
}

function Decision({ item: { decision } }: { item: LeaverKey }) {
  if (decision === null) {
    return (
      <span className="text-text-2">
        <Trans>Not yet</Trans>
      </span>
    )
  }
  return (
    <span className="grid min-w-0">
      {decision.kind === 'handed_over' ? (
        <span>
          <Trans>
            Handed over to <PersonLink person={decision.to} />
          </Trans>
        </span>
      ) : (
        <Trans>Kept with the account</Trans>
      )}
      <span className="text-sm text-text-2">
        {decision.by?.name} <Ago time={decision.at} />
      </span>
    </span>
  )
}

/** A pipeline stops as well when nobody takes the key over. */
function OthersWithKey({ people, programs }: Pick<LeaverKey, 'people' | 'programs'>) {
  if (programs === 0) return people
  return (
    <>
      {people > 0 && <>{people} + </>}
      <Plural value={programs} one="# service account" other="# service accounts" />
    </>
  )
}
