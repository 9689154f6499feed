import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { BackupOverview } from '@twofold/contract/admin/backups'
import { discardHeldMail, type HeldMail, type HeldSelection, heldMost, releaseHeldMail } from '@twofold/contract/mail-log/held'
import { useState } from 'react'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { ListPanel } from '../../kits/ListPanel.tsx'
import { selectColumn } from '../../kits/select-column.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { numberText } from '../../lib/number-text.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { At } from '../../ui/At.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { backupsKey, heldMailQuery } from './backups.ts'

type Act = 'release' | 'discard'

/** Content of the question: the number of e-mails, how many have a void link, and the selection. */
type Asked = { act: Act; count: number; dead: number; which: HeldSelection }

/** E-mail held back by a restore: most of it was sent since the backup, so somebody has to decide. */
export function HeldMailPanel({
  restored,
  page,
  onPage,
}: {
  restored: NonNullable<BackupOverview['restored']>
  page: number
  onPage: (page: number, how?: { replace?: boolean }) => void
}) {
  const { t } = useLingui()
  const held = useQuery(heldMailQuery(page))
  const { data } = held
  /** Across pages, by id: what is selected stays selected while other pages are looked at. */
  const [selected, setSelected] = useState<ReadonlyMap<string, HeldMail>>(new Map())
  const [asked, setAsked] = useState<Asked>()
  const chosen = [...selected.values()]
  const isSome = chosen.length > 0
  /** Fixed when the dialog opens: e-mails that arrive later are not included. */
  const ask = (act: Act) =>
    data &&
    setAsked(
      isSome
        ? {
            act,
            count: chosen.length,
            dead: chosen.filter((mail) => mail.has_void_link).length,
            which: { ids: chosen.map(({ id }) => id) },
          }
        : { act, count: data.mails.total, dead: data.with_void_link, which: { until: data.as_of } },
    )
  const most = numberText(heldMost)
  const tooMany = chosen.length > heldMost ? t`At most ${most} at once.` : undefined
  return (
    <>
      <ListPanel
        title={t`E-mails held back`}
        of={{ ...held, data: data?.mails }}
        address={{ page, goTo: onPage }}
        failed={t`The e-mails could not be loaded`}
        actions={
          data && (
            <>
              {isSome && <TextButton onPress={() => setSelected(new Map())}>{t`Clear selection`}</TextButton>}
              <Button size="sm" onPress={() => ask('discard')} disabledReason={tooMany}>
                {isSome ? <Plural value={chosen.length} one="Discard # e-mail" other="Discard # e-mails" /> : <Trans>Discard all</Trans>}
              </Button>
              <Button size="sm" variant="primary" onPress={() => ask('release')} disabledReason={tooMany}>
                {isSome ? <Plural value={chosen.length} one="Send # e-mail" other="Send # e-mails" /> : <Trans>Send all</Trans>}
              </Button>
            </>
          )
        }
        intro={
          <div className="p-5 pb-4">
            <Alert type="warning" title={t`This installation was restored from a backup`}>
              <Trans>
                This installation is as it was on <At time={restored.backup_created_at} />. Most of what waited to be sent then has been
                sent since, so it waits for your decision. Links in e-mails of that time are void.
              </Trans>
            </Alert>
          </div>
        }
        empty={<HeldMailTable mails={[]} selected={selected} onSelect={setSelected} />}
      >
        {({ data: mails }) => <HeldMailTable mails={mails} selected={selected} onSelect={setSelected} />}
      </ListPanel>
      {asked && <HeldMailDialog {...asked} onClose={() => setAsked(undefined)} onDone={() => setSelected(new Map())} />}
    </>
  )
}

type HeldMailTableProps = {
  mails: readonly HeldMail[]
  selected: ReadonlyMap<string, HeldMail>
  onSelect: (selected: ReadonlyMap<string, HeldMail>) => void
}

function HeldMailTable({ mails, selected, onSelect }: HeldMailTableProps) {
  const { t } = useLingui()
  const toggle = (ids: string[], isOn: boolean) => {
    const next = new Map(selected)
    for (const mail of mails.filter(({ id }) => ids.includes(id))) {
      if (isOn) next.set(mail.id, mail)
      else next.delete(mail.id)
    }
    onSelect(next)
  }
  const columns: Column<HeldMail, 'select' | 'subject' | 'to' | 'at'>[] = [
    selectColumn({ idOf: ({ id }) => id, nameOf: ({ subject }) => subject, selected: new Set(selected.keys()), onToggle: toggle }),
    {
      key: 'subject',
      header: t`E-mail`,
      card: 'title',
      cell: ({ subject, has_void_link }) => (
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{subject}</span>
          {has_void_link && <Badge tone="warning">{t`Link is void`}</Badge>}
        </span>
      ),
    },
    {
      key: 'to',
      header: t({ message: 'To', context: 'recipient' }),
      cell: ({ recipient_email }) => <span className="wrap-anywhere">{recipient_email}</span>,
    },
    { key: 'at', header: t`Waiting since`, cell: ({ created_at }) => <At time={created_at} /> },
  ]
  return (
    <Table label={t`E-mails held back`} columns={columns} rows={mails} rowKey={({ id }) => id} isSelected={({ id }) => selected.has(id)} />
  )
}

function HeldMailDialog({ act, count, dead, which, onClose, onDone }: Asked & { onClose: () => void; onDone: () => void }) {
  const { t } = useLingui()
  const run = useAct({
    send: () => call(act === 'release' ? releaseHeldMail : discardHeldMail, { body: which }),
    failed: act === 'release' ? t`The e-mails could not be sent` : t`The e-mails could not be discarded`,
    renews: [backupsKey],
    onDone,
  })
  return (
    <AskDialog
      title={act === 'release' ? t`Send the held e-mails?` : t`Discard the held e-mails?`}
      tone={act === 'release' ? 'primary' : 'danger'}
      onClose={onClose}
      act={run}
      confirmLabel={act === 'release' ? t`Send` : t`Discard`}
      touches={[
        {
          count: act === 'release' ? count - dead : count,
          label: act === 'release' ? <Trans>go out now</Trans> : <Trans>are discarded</Trans>,
        },
        { count: act === 'release' ? dead : 0, label: <Trans>end as not sent, because their link is void</Trans> },
      ]}
    >
      <p>
        {act === 'release' ? (
          <Trans>Recipients may get it twice. It can’t be recalled.</Trans>
        ) : (
          <Trans>The e-mails stay in the log as failed, and are never sent. This cannot be undone.</Trans>
        )}
      </p>
    </AskDialog>
  )
}
