import { Trans, useLingui } from '@lingui/react/macro'
import type { ProgramToken } from '@twofold/contract/admin/programs'
import { Badge } from '../../ui/Badge.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { When } from '../../ui/When.tsx'
import { Named } from './Named.tsx'
import { Used } from './Used.tsx'

/** Oldest first: old, unused tokens are what one looks for. */
export function TokenTable({ tokens }: { tokens: readonly ProgramToken[] }) {
  const { t, i18n } = useLingui()
  const columns: Column<ProgramToken, 'name' | 'owner' | 'made' | 'used' | 'end'>[] = [
    {
      key: 'name',
      header: t`Token`,
      card: 'title',
      cell: ({ name, kind, last_four: last, is_agent: isAgent }) => (
        <Named name={name} note={<span className="font-code text-xs">{`twofold_${kind}_…${last}`}</span>}>
          {isAgent && <Badge>{t`Agent`}</Badge>}
        </Named>
      ),
    },
    { key: 'owner', header: t`Owner`, cell: ({ owner }) => <span className="wrap-anywhere">{owner}</span> },
    {
      key: 'made',
      header: t`Created`,
      cell: ({ created_at: at, created_by: by }) => (
        <span>
          <When at={at} />
          {by !== null && (
            <>
              {' '}
              <Trans>by {by}</Trans>
            </>
          )}
        </span>
      ),
    },
    {
      key: 'used',
      header: t`Last used`,
      cell: ({ last_used_at: at, last_used_address: address }) => (
        <span>
          <Used at={at} />
          {at !== null && address !== null && <span className="font-code text-xs wrap-anywhere"> {address}</span>}
        </span>
      ),
    },
    { key: 'end', header: t`Expires`, cell: ({ expires_at: end }) => i18n.date(new Date(end), { dateStyle: 'medium' }) },
  ]
  return <Table label={t`Tokens`} columns={columns} rows={tokens} rowKey={({ id }) => id} />
}
