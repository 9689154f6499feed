import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ProgramAccount } from '@twofold/contract/admin/programs'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Named } from './Named.tsx'
import { useSuspend } from './programs.ts'
import { Used } from './Used.tsx'

export function AccountTable({ accounts }: { accounts: readonly ProgramAccount[] }) {
  const { t } = useLingui()
  const change = useSuspend()
  const columns: Column<ProgramAccount, 'name' | 'keys' | 'tokens' | 'managers' | 'used' | 'actions'>[] = [
    {
      key: 'name',
      header: t`Service account`,
      card: 'title',
      cell: ({ name, group, suspended }) => (
        <Named name={name} note={group.name}>
          {suspended && <Badge tone="warning">{t`Suspended`}</Badge>}
        </Named>
      ),
    },
    { key: 'keys', header: t`Keys`, align: 'end', cell: ({ keys }) => keys },
    { key: 'tokens', header: t`Tokens`, align: 'end', cell: ({ tokens }) => tokens },
    {
      key: 'managers',
      header: t`Can create tokens`,
      cell: ({ managers }) => <Plural value={managers} one="# person" other="# people" />,
    },
    { key: 'used', header: t`Last used`, cell: ({ last_used_at: used }) => <Used at={used} /> },
    {
      key: 'actions',
      header: t`Actions`,
      card: 'action',
      align: 'end',
      cell: (account) => {
        const { name, suspended } = account
        return (
          <Button
            size="sm"
            aria-label={suspended ? t`Resume ${name}` : t`Suspend ${name}`}
            pending={change.isPending && change.variables === account}
            onPress={() => change.mutate(account)}
          >
            {suspended ? <Trans>Resume</Trans> : <Trans>Suspend</Trans>}
          </Button>
        )
      },
    },
  ]
  return <Table label={t`Service accounts`} columns={columns} rows={accounts} rowKey={({ id }) => id} />
}
