import { Copy } from '../../../ui/icons/Copy.ts'
import { Ellipsis } from '../../../ui/icons/Ellipsis.ts'
import { Pencil } from '../../../ui/icons/Pencil.ts'
import { Trash2 } from '../../../ui/icons/Trash2.ts'
import { UserPlus } from '../../../ui/icons/UserPlus.ts'
import { useState } from 'react'
import { Alert } from '../../../ui/Alert.tsx'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { CancelButton } from '../../../ui/CancelButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Loading, Skeleton } from '../../../ui/Loading.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/Menu.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { CountdownBar, Ring } from '../../../ui/CountdownBar.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { RadioCards } from '../../../ui/RadioCards.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/toast.ts'

export function Alerts() {
  return (
    <Panel title="Alerts">
      <div className="grid gap-4">
        <Alert type="success" title="Verification email sent!">
          Please check your inbox.
        </Alert>
        <Alert type="info" title="Maintenance tonight">
          From 22:00 for about ten minutes.
        </Alert>
        <Alert type="warning" title="Clock is 12 s behind">
          Codes may be refused until it is set.
        </Alert>
        <Alert type="error" title="Failed to load profile" actions={<Button size="sm">Retry</Button>}>
          The server did not answer.
        </Alert>
        <Alert type="info">A message without a title, long enough that it has to go on in a second line on most screens.</Alert>
      </div>
    </Panel>
  )
}

export function Toasts() {
  return (
    <Panel title="Toasts">
      <div className="flex flex-wrap gap-3">
        <Button onPress={() => toast.success('Code host code copied to clipboard!', { duration: 2000 })}>Success</Button>
        <Button
          onPress={() =>
            toast.error('Failed to share key. Please try again.', {
              action: { label: 'Try again', onPress: () => toast.info('Trying again') },
            })
          }
        >
          Error
        </Button>
        <Button onPress={() => toast.warning('You are about to leave with unsaved changes.')}>Warning</Button>
        <Button onPress={() => toast.info('A new version is ready.', { duration: Infinity })}>Info, stays</Button>
      </div>
    </Panel>
  )
}

export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'long' | 'alert'>()
  const [pending, setPending] = useState(false)
  const close = () => {
    setOpen(undefined)
    setPending(false)
  }
  return (
    <Panel title="Menu and dialogs">
      <div className="flex flex-wrap gap-3">
        <Menu
          trigger={<IconButton variant="secondary" icon={Ellipsis} label="Actions for Code host" />}
          label="Actions"
          placement="bottom start"
        >
          <MenuItem icon={Pencil} onAction={() => toast.info('Edit')}>
            Edit
          </MenuItem>
          <MenuItem icon={UserPlus} onAction={() => toast.info('Share')}>
            Share
          </MenuItem>
          <MenuItem icon={Copy} isDisabled>
            Copy
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} danger onAction={() => setOpen('alert')}>
            Delete
          </MenuItem>
        </Menu>
        <Button onPress={() => setOpen('dialog')}>Dialog</Button>
        <Button onPress={() => setOpen('long')}>Long dialog</Button>
        <Button variant="danger-line" onPress={() => setOpen('alert')}>
          Alert dialog
        </Button>
      </div>
      <ShareExample isOpen={open === 'dialog'} pending={pending} onSubmit={() => setPending(true)} onClose={close} />
      <Dialog title="Terms" isOpen={open === 'long'} onClose={close} size="lg" footer={<Button onPress={close}>Close</Button>}>
        {Array.from({ length: 30 }, (_, index) => (
          <p key={index}>Paragraph {index + 1} of a text that is longer than the screen is high.</p>
        ))}
      </Dialog>
      <AlertDialog
        isOpen={open === 'alert'}
        title="Delete 2FA Key"
        subtitle="This action cannot be undone"
        confirmLabel="Delete Key"
        pendingLabel="Deleting..."
        pending={pending}
        onConfirm={() => setPending(true)}
        onClose={close}
      >
        <p>Are you sure you want to delete this 2FA key?</p>
      </AlertDialog>
    </Panel>
  )
}

function ShareExample({
  isOpen,
  pending,
  onSubmit,
  onClose,
}: {
  isOpen: boolean
  pending: boolean
  onSubmit: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      isOpen={isOpen}
      title="Share 2FA Key"
      subtitle="Share access with other users"
      pending={pending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" type="submit" pending={pending} pendingLabel="Sharing...">
            Share Key
          </Button>
        </>
      }
    >
      <TextField label="User Email" type="email" placeholder="dee@example.org" autoFocus />
      <RadioCards
        label="Access Level"
        defaultValue="view"
        options={[
          { value: 'view', label: 'View Only', description: 'Read access: copies codes' },
          { value: 'admin', label: 'Admin', description: 'Full control: also edits the name, tags and note' },
        ]}
      />
    </Dialog>
  )
}

export function ProgressAndLoading() {
  const [now] = useState(Date.now)
  return (
    <Panel title="Progress and loading">
      <div className="grid gap-5">
        <ProgressBar label="Import" value={60} />
        <ProgressBar label="Opening" />
        <ProgressBar label="Quota" value={90} tone="warning" />
        <ProgressBar label="Errors" value={30} tone="danger" />
        <CountdownBar endsAt={now + 22_000} period={30} />
        <div className="flex items-center gap-2 text-sm text-text-2">
          <Ring secondsLeft={48} period={60} /> 48 s
        </div>
        <Loading />
        <div className="flex items-center gap-3">
          <Skeleton width="2.5rem" height="2.5rem" radius="var(--r-md)" />
          <Skeleton width="40%" />
        </div>
      </div>
    </Panel>
  )
}
