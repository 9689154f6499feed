import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ProgramAccount, ProgramToken, ProgramTrust } from '@twofold/contract/admin/programs'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { When } from '../../ui/When.tsx'
import { RunLink } from '../RunLink.tsx'
import { textOfRules } from '../trusts.ts'
import { Named } from './Named.tsx'
import { useSuspend } from './programs.ts'

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

/** The oldest first: what is long there and long unused is what one looks for. */
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

function Used({ at }: { at: string | null }) {
  return at === null ? <Trans>Never used</Trans> : <When at={at} />
}
