import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { editKey, type KeyDetail, keyNameField } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { useState } from 'react'
import { FormDialog } from '../kits/FormDialog.tsx'
import { Loaded } from '../kits/Loaded.tsx'
import { useFormDialog } from '../kits/use-form-dialog.ts'
import { call } from '../lib/call.ts'
import { fieldComplaint } from '../lib/field-complaint.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { AdvancedFields } from './AdvancedFields.tsx'
import { DescriptionInputs } from './DescriptionInputs.tsx'
import { editBody, editDraft } from './edit-draft.ts'
import { IconRow } from './IconRow.tsx'
import { keyDetailQuery } from './key-detail.ts'
import { advancedFields, type KeyDraft } from './key-draft.ts'
import { nameFieldLabel, suspiciousFields } from './key-names.ts'
import { keysQuery } from './keys.ts'

interface EditKeyDialogProps {
  id: string
  name: string
  onClose: () => void
}

/** Changes what can be changed of a key: all but its secret for the owner, name and description for people with full control. */
export function EditKeyDialog({ id, name, onClose }: EditKeyDialogProps) {
  const { t } = useLingui()
  const detail = useQuery(keyDetailQuery(id))
  if (detail.data) return <EditForm item={detail.data.key} onClose={onClose} />
  return (
    <Dialog title={t`Edit ${name}`} onClose={onClose}>
      <Loaded of={detail} failed={t`The key could not be loaded`} />
    </Dialog>
  )
}

function EditForm({ item, onClose }: { item: KeyDetail; onClose: () => void }) {
  const { t } = useLingui()
  const [before] = useState(() => editDraft(item))
  const [advanced, setAdvanced] = useState(false)
  const form = useFormDialog({
    values: before,
    send: (draft: KeyDraft) => call(editKey, { params: { id: item.id }, body: editBody(before, draft) }),
    isUnchanged: (draft) => Object.keys(editBody(before, draft)).length === 0,
    secretsIn: (draft) => suspiciousFields(draft, before).map(nameFieldLabel),
    onInvalid: (invalid) => {
      if (advancedFields.some((field) => field in invalid)) setAdvanced(true)
    },
    failed: t`Failed to change the 2FA key. Please try again.`,
    renews: [keysQuery.queryKey],
    onClose,
  })
  const busy = form.isPending
  const { name } = item
  return (
    <FormDialog form={form} title={t`Edit ${name}`} submitLabel={t`Save`} pendingLabel={t`Saving...`}>
      <IconRow item={item} />
      <TextField
        label={t`Name`}
        autoFocus
        autoComplete="off"
        maxLength={limits.keyNameMax}
        disabled={busy}
        {...form.field('name', (text) => (text === before.name ? undefined : fieldComplaint(keyNameField, text)))}
      />
      <DescriptionInputs form={form} access={item.access} disabled={busy} />
      {item.access === 'owner' && item.period !== null && (
        <Checkbox
          label={t`Each code goes to one taker only`}
          description={t`Lists show no code for it. People and programs take one, and wait for their turn. Anyone who may see the secret can still compute its codes.`}
          disabled={busy}
          {...form.field('exclusive')}
        />
      )}
      {item.access === 'owner' && <AdvancedFields form={form} open={advanced} onToggle={setAdvanced} disabled={busy} hasFixedType />}
    </FormDialog>
  )
}
