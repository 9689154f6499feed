import { Download } from '../../../ui/icons/Download.ts'
import { Plus } from '../../../ui/icons/Plus.ts'
import { Trash2 } from '../../../ui/icons/Trash2.ts'
import { UserPlus } from '../../../ui/icons/UserPlus.ts'
import { useState } from 'react'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Face, Tile } from '../../../ui/Face.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Logo } from '../../../ui/Logo.tsx'
import { Panel } from '../../../ui/Panel.tsx'

const row = 'flex flex-wrap items-center gap-3'

export function Buttons() {
  const [pending, setPending] = useState(false)
  return (
    <Panel title="Buttons">
      <div className="grid gap-4">
        <div className={row}>
          <Button variant="primary" icon={Plus}>
            Add Key
          </Button>
          <Button>Cancel</Button>
          <Button variant="quiet">Later</Button>
          <Button variant="danger-line" icon={Trash2}>
            Delete
          </Button>
          <Button variant="danger">Delete Key</Button>
        </div>
        <div className={row}>
          <Button variant="primary" pending={pending} pendingLabel="Adding..." onPress={() => setPending(true)}>
            Add Key
          </Button>
          <Button variant="primary" pending pendingLabel="Adding...">
            Add Key
          </Button>
          <Button pending>Save</Button>
          <Button disabledReason="Enter a name first.">Disabled</Button>
          <Button variant="primary" disabledReason="Enter a name first.">
            Disabled
          </Button>
        </div>
        <div className={row}>
          <Button size="sm" icon={Download}>
            Small
          </Button>
          <Button icon={Download}>Medium</Button>
          <Button size="lg" icon={Download}>
            Large
          </Button>
          <IconButton size="sm" icon={UserPlus} label="Share" />
          <IconButton variant="secondary" icon={UserPlus} label="Share" />
          <IconButton variant="secondary" icon={UserPlus} label="Share" pending />
          <IconButton icon={Trash2} label="Delete" disabledReason="It is in use." />
        </div>
        <div className={row}>
          <LinkButton to="/dev/ui">A link</LinkButton>
          <LinkButton to="/dev/ui" variant="quiet" size="sm">
            A quiet one
          </LinkButton>
        </div>
        <Button variant="primary" size="lg" block>
          As wide as its place
        </Button>
      </div>
    </Panel>
  )
}

const filters = ['All', 'Infrastructure', 'Finance', 'Social']

export function Badges() {
  const [filter, setFilter] = useState('All')
  return (
    <Panel title="Badges, chips, faces, logo">
      <div className="grid gap-5">
        <div className="flex flex-wrap gap-2">
          <Badge tone="success">Active</Badge>
          <Badge tone="warning">Pending</Badge>
          <Badge tone="danger">Bounced</Badge>
          <Badge tone="info">Sent</Badge>
          <Badge>Inactive</Badge>
          <Badge tone="accent" icon={UserPlus}>
            Administrator
          </Badge>
          <Badge tone="share-admin">Admin</Badge>
          <Badge tone="share-view">View Only</Badge>
        </div>
        <div className="flex flex-wrap gap-2">
          {filters.map((name) => (
            <Chip key={name} isSelected={filter === name} onChange={() => setFilter(name)}>
              {name}
            </Chip>
          ))}
        </div>
        <div className={row}>
          <Face name="Bo Sample" size="lg" />
          <Face name="Bo Sample" />
          <Face name="Ann Example" letters={1} />
          <Face name="Ann Example" size="sm" />
          <Tile name="Code host" />
        </div>
        <div className={row}>
          <Logo size={32} />
          <Logo />
          <Logo size={16} />
        </div>
        <p className="text-sm text-text-2">
          Press <Kbd>/</Kbd> or <Kbd>Ctrl</Kbd> <Kbd>K</Kbd> to search.
        </p>
      </div>
    </Panel>
  )
}
