import { FileInput } from '../../../ui/icons/FileInput.ts'
import { Mail } from '../../../ui/icons/Mail.ts'
import { useState } from 'react'
import { Checkbox, Switch } from '../../../ui/Checkbox.tsx'
import { DropZone } from '../../../ui/DropZone.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { RadioCards } from '../../../ui/RadioCards.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'

export function Fields() {
  const [search, setSearch] = useState('')
  return (
    <Panel title="Fields">
      <div className="grid gap-4">
        <SearchField label="Search keys" placeholder="Search by name, account or tag" shortcut="/" value={search} onChange={setSearch} />
        <TextField label="Name" defaultValue="Code host" help="As it should stand on the card" />
        <TextField label="E-mail" icon={Mail} type="email" defaultValue="ann@example" error="Please enter a valid email address" />
        <TextField
          label="Password"
          type="password"
          defaultValue="correct horse"
          note={<a href="#forgot">Forgot password?</a>}
          autoComplete="off"
        />
        <TextField label="Secret" mono note="Optional" placeholder="Leave empty to auto-generate" />
        <TextField label="Secret, shown" mono readOnly defaultValue="JBSW Y3DP EHPK 3PXP" />
        <TextField label="Cannot be changed" disabled defaultValue="ann@example.org" hint="Ask an administrator to change the address." />
        <Select
          label="Level"
          defaultValue="view"
          options={[
            { value: 'view', label: 'View Only' },
            { value: 'admin', label: 'Admin' },
          ]}
        />
        <TextArea label="Note" note="Optional" defaultValue="Ask finance before using this key." />
        <DropZone
          icon={FileInput}
          title="Drop an export here"
          text="or click to browse files"
          note="JSON, TXT"
          isDragging={false}
          onFiles={() => undefined}
        />
      </div>
    </Panel>
  )
}

export function Choices() {
  const [level, setLevel] = useState<'view' | 'admin'>('view')
  return (
    <Panel title="Choices">
      <div className="grid gap-4">
        <Checkbox label="Remember me" defaultChecked />
        <Checkbox label="Some selected" indeterminate />
        <Checkbox label="Email me when a key is shared" description="At most one mail an hour" />
        <Checkbox label="I agree" error="Please agree first" />
        <Checkbox label="Not now" disabled />
        <Switch label="Auto-refresh" defaultChecked />
        <Switch label="Shortcuts" description="Press ? to see them all" />
        <Switch label="Locked" disabled />
        <RadioCards
          label="Access Level"
          value={level}
          onChange={(event) => setLevel(event.target.value === 'admin' ? 'admin' : 'view')}
          options={[
            { value: 'view', label: 'View Only', description: 'Read access: copies codes' },
            { value: 'admin', label: 'Admin', description: 'Full control: also edits the name, tags and note, and sees the secret' },
          ]}
        />
      </div>
    </Panel>
  )
}
