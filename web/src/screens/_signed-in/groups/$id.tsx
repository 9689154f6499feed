import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { CircleSlash } from '../../../ui/icons/CircleSlash.ts'
import { Pencil } from '../../../ui/icons/Pencil.ts'
import { Trash2 } from '../../../ui/icons/Trash2.ts'
import { useState } from 'react'
import { Loaded } from '../../../kits/Loaded.tsx'
import { ServiceAccountsPanel } from '../../../machines/ServiceAccountsPanel.tsx'
import { DeleteGroupDialog } from '../../../sharing/memberships/DeleteGroupDialog.tsx'
import { GroupKeysPanel } from '../../../sharing/grants/GroupKeysPanel.tsx'
import { GroupNameDialog } from '../../../sharing/memberships/GroupNameDialog.tsx'
import { groupQuery } from '../../../sharing/memberships/groups.ts'
import { MembersPanel } from '../../../sharing/memberships/MembersPanel.tsx'
import { keysQuery } from '../../../keys/keys.ts'
import { Page } from '../../../shell/Page.tsx'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'

export const Route = createFileRoute('/_signed-in/groups/$id')({ component: GroupScreen })

function GroupScreen() {
  const { t } = useLingui()
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const found = useQuery(groupQuery(id))
  const ownKeys = useQuery(keysQuery)
  const [asking, setAsking] = useState<'rename' | 'delete'>()
  const group = found.data?.group
  const name = group?.name ?? t`Group`
  return (
    <Page
      title={name}
      subtitle={
        group && (
          <>
            <Plural value={group.members} one="# person" other="# people" /> · <Plural value={group.keys} one="# key" other="# keys" />
          </>
        )
      }
      crumbs={<Breadcrumbs crumbs={[{ label: t`Dashboard`, to: '/dashboard' }, { label: t`Groups`, to: '/groups' }, { label: name }]} />}
      actions={
        group && (
          <>
            <Button icon={Pencil} onPress={() => setAsking('rename')}>
              <Trans>Rename</Trans>
            </Button>
            <Button variant="danger-line" icon={Trash2} onPress={() => setAsking('delete')}>
              <Trans>Delete group</Trans>
            </Button>
          </>
        )
      }
    >
      <Loaded
        of={found}
        failed={t`The group could not be loaded`}
        loading={t`Loading the group...`}
        frame="card"
        missing={{
          icon: CircleSlash,
          title: t`No such group`,
          text: t`It was deleted, or it is somebody else’s.`,
          action: <LinkButton to="/groups">{t`All groups`}</LinkButton>,
        }}
      >
        {(data) => (
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <MembersPanel group={data.group} members={data.members} />
            <GroupKeysPanel group={data.group} keys={data.keys} own={{ ...ownKeys, data: ownKeys.data?.own_keys }} />
            <div className="lg:col-span-2">
              <ServiceAccountsPanel group={data.group} />
            </div>
          </div>
        )}
      </Loaded>
      {group && asking === 'rename' && <GroupNameDialog group={group} onClose={() => setAsking(undefined)} />}
      {group && asking === 'delete' && (
        <DeleteGroupDialog group={group} onClose={() => setAsking(undefined)} onDeleted={() => navigate({ to: '/groups' })} />
      )}
    </Page>
  )
}
