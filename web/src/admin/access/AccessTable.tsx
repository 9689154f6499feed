import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { AccessQuestion, AccessRow } from '@twofold/contract/admin/access'
import { Badge } from '../../ui/Badge.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { AtUtc } from '../../ui/AtUtc.tsx'
import { Level } from '../leavers/Level.tsx'

type Key = 'key' | 'owner' | 'person' | 'via' | 'level' | 'what' | 'since' | 'until' | 'used'

/** Columns of each answer. */
const shown: Record<AccessQuestion, readonly Key[]> = {
  access: ['key', 'person', 'via', 'level', 'since', 'until'],
  showings: ['key', 'owner', 'person', 'what', 'since'],
  secrets: ['key', 'owner', 'person', 'what', 'since', 'until'],
  one_holder: ['key', 'person', 'since', 'used'],
  unused: ['key', 'person', 'since'],
}

export function AccessTable({ question, title, rows }: { question: AccessQuestion; title: string; rows: readonly AccessRow[] }) {
  const { t } = useLingui()
  const isOfKeys = question === 'one_holder' || question === 'unused'
  const columns: Column<AccessRow, Key>[] = [
    {
      key: 'key',
      header: t`Key`,
      card: 'title',
      cell: ({ key: { id, name } }) => (
        <Link
          to="/admin/access"
          search={{ key: id }}
          className="inline-flex min-h-6 items-center font-medium text-text no-underline wrap-anywhere hover:underline"
          aria-label={t`Who can use ${name}`}
        >
          {name}
        </Link>
      ),
    },
    { key: 'owner', header: t`Owner`, wideOnly: true, cell: ({ key: { owner } }) => <span className="wrap-anywhere">{owner.name}</span> },
    { key: 'person', header: isOfKeys ? t`Owner` : t`Person`, cell: ({ person }) => <Person {...person} /> },
    { key: 'via', header: t`How`, cell: ({ via, group }) => <Via via={via} group={group} /> },
    { key: 'level', header: t`Access`, cell: ({ level }) => level && <Level level={level} /> },
    { key: 'what', header: t`What`, cell: ({ what }) => <What what={what} /> },
    {
      key: 'since',
      header: question === 'access' ? t`Since (UTC)` : isOfKeys ? t`Added (UTC)` : t`When (UTC)`,
      cell: ({ since }) => <AtUtc time={since} isInColumn />,
    },
    {
      key: 'until',
      header: t`Until (UTC)`,
      cell: ({ until }) => (until === null ? <Trans>Open</Trans> : <AtUtc time={until} isInColumn />),
    },
    { key: 'used', header: t`Last copied`, cell: ({ last_used_at: at }) => (at === null ? <Trans>Never</Trans> : <Ago time={at} />) },
  ]
  return (
    <Table
      label={title}
      columns={columns.filter(({ key }) => shown[question].includes(key))}
      rows={rows}
      rowKey={({ key, person, via, group, what, since }) => [key.id, person.id ?? person.email, via, group?.id, what, since].join()}
    />
  )
}

function Person({ id, name, email, is_active: isActive }: AccessRow['person']) {
  const { t } = useLingui()
  return (
    <span className="ui-lines">
      <Link
        to="/admin/access"
        search={{ person: id ?? email }}
        className="inline-flex min-h-6 items-center text-text no-underline wrap-anywhere hover:underline"
        aria-label={t`What ${name ?? email} can use`}
      >
        {name ?? <EmailAddress>{email}</EmailAddress>}
      </Link>
      {name !== null && (
        <span className="text-sm text-text-2">
          <EmailAddress>{email}</EmailAddress>
        </span>
      )}
      {id === null ? <Badge tone="info">{t`Not proven`}</Badge> : !isActive && <Badge>{t`Deactivated`}</Badge>}
    </span>
  )
}

function Via({ via, group }: Pick<AccessRow, 'via' | 'group'>) {
  if (via === 'owner') return <Trans>Owner</Trans>
  if (via === 'direct') return <Trans>Shared directly</Trans>
  if (group === null) return null
  if (group.name === null) return <Trans>By a group that was deleted</Trans>
  return (
    <span className="wrap-anywhere">
      <Trans>
        By the group{' '}
        <Link to="/admin/access" search={{ group: group.id }}>
          {group.name}
        </Link>
      </Trans>
    </span>
  )
}

function What({ what }: Pick<AccessRow, 'what'>) {
  const { t } = useLingui()
  if (what === null) return null
  const texts = {
    shown: t`Shown codes`,
    copied: t`Copied a code`,
    added: t`Added the key`,
    secret: t`Shown the secret`,
    backup_codes: t`Had backup codes`,
    export: t`Exported the key`,
  }
  return texts[what]
}
