import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditEntry } from '@twofold/contract/admin/audit'
import type { ReactNode } from 'react'
import { AtUtc } from '../../ui/AtUtc.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { OfRequest } from '../../kits/OfRequest.tsx'

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useLingui()
  const columns: Column<AuditEntry, 'what' | 'who' | 'whom' | 'change' | 'when'>[] = [
    { key: 'what', header: t`What`, card: 'title', cell: ({ title }) => <span className="font-medium">{title}</span> },
    {
      key: 'who',
      header: t`Who`,
      cell: ({ actor }) =>
        actor ? <Person name={actor.name} detail={<EmailAddress>{actor.email}</EmailAddress>} /> : <Trans>The system</Trans>,
    },
    { key: 'whom', header: t`Target`, cell: ({ target }) => target && <span className="wrap-anywhere">{target.name ?? target.id}</span> },
    { key: 'change', header: t`Change`, cell: (entry) => <Change {...entry} /> },
    {
      key: 'when',
      header: t`When (UTC) and from where`,
      cell: ({ happened_at, address, request_id }) => (
        <span className="grid min-w-0">
          <Person name={<AtUtc time={happened_at} isInColumn />} detail={address} />
          {request_id !== null && <OfRequest id={request_id} />}
        </span>
      ),
    },
  ]
  return <Table label={t`Audit Log`} columns={columns} rows={entries} rowKey={({ id }) => id} />
}

function Person({ name, detail }: { name: ReactNode; detail: ReactNode }) {
  return (
    <span className="grid min-w-0">
      <span className="wrap-anywhere">{name}</span>
      {detail && <span className="text-sm text-text-2 wrap-anywhere">{detail}</span>}
    </span>
  )
}

/** Fields by name: what they were, and what they became. */
function Change({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  )
  if (names.length === 0) return null
  return (
    <ul className="grid gap-1 text-sm">
      {names.map((name) => (
        <li key={name} className="wrap-anywhere">
          <span className="text-text-2">{name}: </span>
          {before && name in before && <s className="text-text-2">{text(before[name])}</s>}{' '}
          {after && name in after && <span>{text(after[name])}</span>}
        </li>
      ))}
    </ul>
  )
}

function text(value: unknown): string {
  if (Array.isArray(value)) return value.map(text).join(', ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
