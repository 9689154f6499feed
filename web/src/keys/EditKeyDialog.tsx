import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type KeyDetail, keyNameField } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Loaded } from '../kits/Loaded.tsx'
import { fieldComplaint } from '../lib/field-complaint.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { SubmitButtons } from '../ui/SubmitButtons.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'
import { AdvancedFields } from './AdvancedFields.tsx'
import { editBody, editDraft } from './edit-draft.ts'
import { IconRow } from './IconRow.tsx'
import { keyDetailQuery } from './key-detail.ts'
import type { KeyDraft } from './key-draft.ts'
import { TagsAndNote } from './TagsAndNote.tsx'
import { useEditKey } from './use-edit-key.ts'
import { useNameQuestion } from './use-name-question.tsx'

interface EditKeyDialogProps {
  id: string
  name: string
  onClose: () => void
}

/** Changes what can be changed of a key: all but its secret for the owner, name, tags and note for who has full control. */
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
  const form = useForm<KeyDraft>({ defaultValues: before })
  const [advanced, setAdvanced] = useState(false)
  const edit = useEditKey(item.id)
  const busy = edit.isPending
  const { errors, isDirty } = form.formState
  useUnsavedChanges(isDirty)

  function save(draft: KeyDraft) {
    if (busy) return
    const body = editBody(before, draft)
    if (Object.keys(body).length === 0) return onClose()
    edit.mutate(body, {
      onSuccess: ({ message }) => {
        onClose()
        toast.success(message)
      },
    })
  }

  const { submit, question } = useNameQuestion(save, before)
  const { name } = item
  return (
    <Dialog
      title={t`Edit ${name}`}
      onClose={onClose}
      pending={busy}
      onSubmit={form.handleSubmit(submit, (invalid) => {
        if (Object.keys(invalid).some((field) => field !== 'name' && field !== 'tags')) setAdvanced(true)
      })}
      footer={
        <SubmitButtons pending={busy} pendingLabel={t`Saving...`}>
          <Trans>Save</Trans>
        </SubmitButtons>
      }
    >
      <IconRow item={item} />
      <TextField
        label={t`Name`}
        autoFocus
        autoComplete="off"
        maxLength={limits.keyNameMax}
        disabled={busy}
        error={errors.name?.message}
        {...form.register('name', { validate: (text) => text === before.name || (fieldComplaint(keyNameField, text) ?? true) })}
      />
      <TagsAndNote form={form} disabled={busy} />
      {item.access === 'owner' && item.period !== null && (
        <Checkbox
          label={t`Each code goes to one taker only`}
          description={t`Lists show no code for it. People and programs take one, and wait for their turn. Anyone who may see the secret can still compute its codes.`}
          disabled={busy}
          {...form.register('exclusive')}
        />
      )}
      {/* Its owner has them on the sheet of who has the key. */}
      {item.access === 'admin' && (
        <TextField
          label={t`Sites`}
          help={t`The browser extension fills codes of this key on these sites only. Separated by commas.`}
          autoComplete="off"
          disabled={busy}
          error={errors.sites?.message}
          {...form.register('sites')}
        />
      )}
      {item.access === 'owner' && <AdvancedFields form={form} open={advanced} onToggle={setAdvanced} disabled={busy} hasFixedType />}
      {question}
    </Dialog>
  )
}
