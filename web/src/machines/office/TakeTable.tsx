import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ProgramTake } from '@twofold/contract/admin/programs'
import type { TakeState } from '@twofold/contract/takes'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { When } from '../../ui/When.tsx'
import { RunLink } from '../RunLink.tsx'
import { Named } from './Named.tsx'

const states: Record<TakeState, [MessageDescriptor, BadgeTone]> = {
  queued: [msg`Waiting`, 'info'],
  awaiting_approval: [msg`Waits for approval`, 'info'],
  handed: [msg`Code taken`, 'success'],
  timed_out: [msg`Timed out`, 'warning'],
  cancelled: [msg`Canceled`, 'neutral'],
  abandoned: [msg`Given up`, 'neutral'],
  ended: [msg`Access ended`, 'warning'],
  unreadable: [msg`Secret unreadable`, 'danger'],
  denied: [msg`Denied`, 'warning'],
}

/** Takes by tokens, the newest first. Only runs that an issuer vouched for are links. */
export function TakeTable({ takes }: { takes: readonly ProgramTake[] }) {
  const { t, i18n } = useLingui()
  const columns: Column<ProgramTake, 'key' | 'state' | 'at' | 'run'>[] = [
    { key: 'key', header: t`Key`, card: 'title', cell: ({ key, taker }) => <Named name={key.name} note={taker} /> },
    {
      key: 'state',
      header: t`State`,
      cell: ({ state }) => <Badge tone={states[state][1]}>{i18n._(states[state][0])}</Badge>,
    },
    { key: 'at', header: t`Asked`, cell: ({ asked_at: at }) => <When at={at} /> },
    { key: 'run', header: t`Verified run`, cell: ({ verified_run: run }) => run && <RunLink run={run} /> },
  ]
  return <Table label={t`Codes taken by programs`} columns={columns} rows={takes} rowKey={({ id }) => id} />
}
