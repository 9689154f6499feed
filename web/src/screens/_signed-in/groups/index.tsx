import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import type { Group, JoinedGroup } from '@twofold/contract/sharing/memberships'
import { LogOut } from '../../../ui/icons/LogOut.ts'
import { Plus } from '../../../ui/icons/Plus.ts'
import { Users } from '../../../ui/icons/Users.ts'
import { useState } from 'react'
import { Loaded } from '../../../kits/Loaded.tsx'
import { GroupNameDialog } from '../../../sharing/memberships/GroupNameDialog.tsx'
import { groupsQuery } from '../../../sharing/memberships/groups.ts'
import { LeaveGroupDialog } from '../../../sharing/memberships/LeaveGroupDialog.tsx'
import { Page } from '../../../shell/Page.tsx'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Face } from '../../../ui/Face.tsx'
import { Card, Panel } from '../../../ui/Panel.tsx'
import { Row } from '../../../ui/Row.tsx'

export const Route = createFileRoute('/_signed-in/groups/')({ component: GroupsScreen })

function GroupsScreen() {
  const { t } = useLingui()
  const groups = useQuery(groupsQuery)
  const navigate = Route.useNavigate()
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<JoinedGroup>()
  const hasOwn = groups.data !== undefined && groups.data.own_groups.length > 0
  const addButton = (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)}>
      <Trans>New group</Trans>
    </Button>
  )
  return (
    <Page
      title={t`Groups`}
      subtitle={<Trans>Share keys with several people at once.</Trans>}
      crumbs={<Breadcrumbs crumbs={[{ label: t`Dashboard`, to: '/dashboard' }, { label: t`Groups` }]} />}
      actions={hasOwn && addButton}
    >
      <Loaded of={groups} failed={t`Your groups could not be loaded`} loading={t`Loading groups...`} frame="card">
        {({ own_groups: own, joined_groups: joined }) => (
          <>
            {own.length === 0 && (
              <Card>
                <EmptyState icon={Users} title={t`You have no groups`} action={addButton}>
                  <Trans>New members see all keys immediately. Removed members lose them with the next code.</Trans>
                </EmptyState>
              </Card>
            )}
            {own.length > 0 && (
              <Panel title={t`Your groups`} padding="none">
                <ul>
                  {own.map((group) => (
                    <OwnGroupRow key={group.id} group={group} />
                  ))}
                </ul>
              </Panel>
            )}
            {joined.length > 0 && (
              <Panel title={t`Groups you’re in`} padding="none">
                <ul>
                  {joined.map((group) => (
                    <JoinedGroupRow key={group.id} group={group} onLeave={() => setLeaving(group)} />
                  ))}
                </ul>
              </Panel>
            )}
          </>
        )}
      </Loaded>
      {isAdding && (
        <GroupNameDialog onClose={() => setAdding(false)} onDone={({ id }) => void navigate({ to: '/groups/$id', params: { id } })} />
      )}
      {leaving && <LeaveGroupDialog group={leaving} onClose={() => setLeaving(undefined)} />}
    </Page>
  )
}

function OwnGroupRow({ group: { id, name, members, keys } }: { group: Group }) {
  return (
    <Row>
      <Face name={name} size="sm" icon={Users} />
      <div>
        <p className="font-medium">
          <Link to="/groups/$id" params={{ id }} className="text-button">
            {name}
          </Link>
        </p>
        <p className="text-sm text-text-2">
          <Plural value={members} one="# person" other="# people" /> · <Plural value={keys} one="# key" other="# keys" />
        </p>
      </div>
    </Row>
  )
}

function JoinedGroupRow({ group: { name, owner, keys }, onLeave }: { group: JoinedGroup; onLeave: () => void }) {
  const { t } = useLingui()
  const who = owner.name.trim() || t`Unknown`
  return (
    <Row>
      <Face name={name} size="sm" icon={Users} />
      <div>
        <p className="font-medium">{name}</p>
        <p className="text-sm text-text-2">
          <Trans>Owned by {who}</Trans> · <Plural value={keys} one="# key" other="# keys" />
        </p>
      </div>
      <IconButton size="sm" icon={LogOut} label={t`Leave ${name}`} onPress={onLeave} />
    </Row>
  )
}
