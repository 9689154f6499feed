import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditEntry } from '@twofold/contract/admin/audit'
import type { ReactNode } from 'react'
import { AtUtc } from '../../ui/AtUtc.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { OfRequest } from '../../kits/OfRequest.tsx'
import { useCleanupTitles } from '../system/use-cleanup-titles.ts'
import { useFieldNames } from './use-field-names.ts'
import { timeOrText, useFieldValue } from './use-field-value.ts'

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useLingui()
  const targetText = useTargetText()
  const columns: Column<AuditEntry, 'what' | 'who' | 'whom' | 'change' | 'when'>[] = [
    { key: 'what', header: t`What`, card: 'title', cell: ({ title }) => <span className="font-medium">{title}</span> },
    {
      key: 'who',
      header: t`Who`,
      cell: ({ actor }) =>
        actor ? <Person name={actor.name} detail={<EmailAddress>{actor.email}</EmailAddress>} /> : <Trans>The system</Trans>,
    },
    { key: 'whom', header: t`Target`, cell: ({ target }) => target && <span className="wrap-anywhere">{targetText(target)}</span> },
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

/** Clean-ups are stored by their kind, and windows of maintenance by their beginning. */
function useTargetText() {
  const cleanups: Partial<Record<string, string>> = useCleanupTitles()
  return ({ kind, id, name }: NonNullable<AuditEntry['target']>) => {
    if (kind === 'cleanup') return cleanups[id ?? ''] ?? name
    return kind === 'maintenance' && name !== null ? timeOrText(name) : (name ?? id)
  }
}

function Person({ name, detail }: { name: ReactNode; detail: ReactNode }) {
  return (
    <span className="grid min-w-0">
      <span className="wrap-anywhere">{name}</span>
      {detail && <span className="text-sm text-text-2 wrap-anywhere">{detail}</span>}
    </span>
  )
}

/** Fields by name: what they were, and what they became. A field of a newer version is named as it is stored. */
function Change({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const labels: Partial<Record<string, string>> = useFieldNames()
  const write = useFieldValue(labels)
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  )
  if (names.length === 0) return null
  return (
    <ul className="grid gap-1 text-sm">
      {names.map((name) => (
        <li key={name} className="wrap-anywhere">
          <span className="text-text-2">{labels[name] ?? name}: </span>
          {before && name in before && <s className="text-text-2">{write(name, before[name])}</s>}{' '}
          {after && name in after && <span>{write(name, after[name])}</span>}
        </li>
      ))}
    </ul>
  )
}
