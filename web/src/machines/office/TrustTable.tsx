import { useLingui } from '@lingui/react/macro'
import type { ProgramTrust } from '@twofold/contract/admin/programs'
import { type Column, Table } from '../../ui/Table.tsx'
import { RunLink } from '../RunLink.tsx'
import { textOfRules } from '../trusts.ts'
import { Named } from './Named.tsx'
import { Used } from './Used.tsx'

export function TrustTable({ trusts }: { trusts: readonly ProgramTrust[] }) {
  const { t } = useLingui()
  const columns: Column<ProgramTrust, 'name' | 'claims' | 'used'>[] = [
    {
      key: 'name',
      header: t`Rule`,
      card: 'title',
      cell: ({ name, account, issuer }) => <Named name={name} note={`${account.name} · ${issuer.name}`} />,
    },
    {
      key: 'claims',
      header: t`Claims`,
      cell: ({ rules }) => <pre className="font-code text-xs wrap-anywhere whitespace-pre-wrap">{textOfRules(rules)}</pre>,
    },
    {
      key: 'used',
      header: t`Last run`,
      cell: ({ last_used_at: at, last_run: run }) => <Named name={<Used at={at} />} note={run && <RunLink run={run} />} />,
    },
  ]
  return <Table label={t`Rules`} columns={columns} rows={trusts} rowKey={({ id }) => id} />
}
