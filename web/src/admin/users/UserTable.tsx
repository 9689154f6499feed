import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ListedUser, UserSort } from '@twofold/contract/admin/users'
import { ArchiveRestore } from '../../ui/icons/ArchiveRestore.ts'
import { Ellipsis } from '../../ui/icons/Ellipsis.ts'
import { Eye } from '../../ui/icons/Eye.ts'
import { ShieldCheck } from '../../ui/icons/ShieldCheck.ts'
import { ShieldOff } from '../../ui/icons/ShieldOff.ts'
import { UserCheck } from '../../ui/icons/UserCheck.ts'
import { UserX } from '../../ui/icons/UserX.ts'
import { selectColumn } from '../../kits/select-column.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Face } from '../../ui/Face.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { type Column, type Sort, Table } from '../../ui/Table.tsx'
import { Ago } from '../../ui/Ago.tsx'
import type { UserAct } from './use-user-act.ts'

type UserTableProps = {
  users: readonly ListedUser[]
  sort: Sort<UserSort>
  onSort: (sort: Sort<UserSort>) => void
  selected: ReadonlySet<string>
  onToggle: (ids: string[], isOn: boolean) => void
  onAct: (act: UserAct, user: ListedUser) => void
  onRestore: (user: ListedUser) => void
}

export function UserTable({ users, sort, onSort, selected, onToggle, onAct, onRestore }: UserTableProps) {
  const { t } = useLingui()
  const columns: Column<ListedUser, UserSort | 'select' | 'second_factor' | 'actions'>[] = [
    selectColumn({ idOf: ({ id }) => id, nameOf: ({ name }) => name, selected, onToggle, page: users }),
    {
      key: 'name',
      header: t`User`,
      sortable: true,
      card: 'title',
      cell: ({ id, name, email }) => (
        <span className="flex min-w-0 items-center gap-3">
          <Face name={name} />
          <span className="grid min-w-0">
            <Link to="/admin/users/$id" params={{ id }} className="name-link">
              {name}
            </Link>
            <span className="text-sm text-text-2">
              <EmailAddress>{email}</EmailAddress>
            </span>
          </span>
        </span>
      ),
    },
    { key: 'role', header: t`Role`, sortable: true, cell: ({ role }) => <RoleBadge role={role} /> },
    { key: 'status', header: t`Status`, sortable: true, cell: (user) => <StatusBadge user={user} /> },
    {
      key: 'second_factor',
      header: t`Second factor`,
      cell: ({ has_second_factor: isOn }) => <SecondFactorBadge isOn={isOn} />,
    },
    {
      key: 'two_fa_keys_count',
      header: t`2FA Keys`,
      align: 'end',
      sortable: true,
      cell: ({ two_fa_keys_count, received_shares_count }) => (
        <span className="whitespace-nowrap">
          {two_fa_keys_count} <span className="text-text-2">{t`+ ${received_shares_count} shared`}</span>
        </span>
      ),
    },
    {
      key: 'last_login_at',
      header: t`Last Login`,
      sortable: true,
      wideOnly: true,
      cell: ({ last_login_at }) => (last_login_at ? <Ago time={last_login_at} /> : <span className="text-text-2">{t`Never`}</span>),
    },
    {
      key: 'actions',
      header: t`Actions`,
      card: 'action',
      align: 'end',
      cell: (user) => <UserMenu user={user} onAct={(act) => onAct(act, user)} onRestore={() => onRestore(user)} />,
    },
  ]
  // Nothing can be done with many deleted users at once.
  const isOfDeleted = users.some(({ deleted_at: deletedAt }) => deletedAt !== null)
  return (
    <Table
      label={t`Users`}
      columns={isOfDeleted ? columns.filter(({ key }) => key !== 'select') : columns}
      rows={users}
      rowKey={({ id }) => id}
      isSelected={({ id }) => selected.has(id)}
      sort={sort}
      onSort={({ by, direction }) => by !== 'select' && by !== 'second_factor' && by !== 'actions' && onSort({ by, direction })}
    />
  )
}

function UserMenu({ user, onAct, onRestore }: { user: ListedUser; onAct: (act: UserAct) => void; onRestore: () => void }) {
  const { t } = useLingui()
  return (
    <Menu trigger={<IconButton size="sm" icon={Ellipsis} label={t`Actions for ${user.name}`} />} label={t`Actions for ${user.name}`}>
      <MenuItem icon={Eye} href={`/admin/users/${user.id}`}>{t`View Details`}</MenuItem>
      {user.deleted_at !== null && <MenuItem icon={ArchiveRestore} onAction={onRestore}>{t`Restore`}</MenuItem>}
      {user.deleted_at !== null ? null : user.is_active ? (
        <MenuItem icon={UserX} danger onAction={() => onAct('deactivate')}>{t`Deactivate`}</MenuItem>
      ) : (
        <MenuItem icon={UserCheck} onAction={() => onAct('activate')}>{t`Activate`}</MenuItem>
      )}
      {user.deleted_at !== null ? null : user.role === 'admin' ? (
        <MenuItem icon={ShieldOff} danger onAction={() => onAct('demote')}>{t`Demote`}</MenuItem>
      ) : (
        <MenuItem icon={ShieldCheck} onAction={() => onAct('promote')}>{t`Promote`}</MenuItem>
      )}
    </Menu>
  )
}

export function RoleBadge({ role }: { role: 'admin' | 'user' }) {
  const { t } = useLingui()
  return role === 'admin' ? <Badge tone="accent">{t`Administrator`}</Badge> : <Badge>{t`User`}</Badge>
}

/** Whether sign-in requires more than a password. */
export function SecondFactorBadge({ isOn }: { isOn: boolean }) {
  const { t } = useLingui()
  return isOn ? <Badge tone="success">{t`On`}</Badge> : <Badge tone="warning">{t`Password only`}</Badge>
}

export function StatusBadge({ user }: { user: Pick<ListedUser, 'is_active' | 'deleted_at'> }) {
  const { t } = useLingui()
  if (user.deleted_at !== null) return <Badge tone="danger">{t`Deleted`}</Badge>
  return user.is_active ? <Badge tone="success">{t`Active`}</Badge> : <Badge>{t`Deactivated`}</Badge>
}
