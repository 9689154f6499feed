import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getKey, type KeyDetail } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../lib/call.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'
import { AdvancedFields } from './AdvancedFields.tsx'
import { editBody, editDraft, readTags } from './edit-draft.ts'
import type { KeyDraft } from './key-draft.ts'
import { useEditKey } from './use-edit-key.ts'

interface EditKeyDialogProps {
  id: string
  name: string
  onClose: () => void
}

/** Changes what can be changed of a key: all but its secret for the owner, name, tags and note for who has full control. */
export function EditKeyDialog({ id, name, onClose }: EditKeyDialogProps) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['keys', id, 'detail'],
    queryFn: ({ signal }) => call(getKey, { params: { id } }, { signal }),
    // What somebody else has changed meanwhile must not be in the form as it was.
    gcTime: 0,
  })
  if (data) return <EditForm item={data.key} onClose={onClose} />
  return (
    <Dialog title={t`Edit ${name}`} onClose={onClose}>
      {error ? (
        <ErrorState title={t`The key could not be loaded`} level={3} onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorState>
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

function EditForm({ item, onClose }: { item: KeyDetail; onClose: () => void }) {
  const { t } = useLingui()
  const [before] = useState(() => editDraft(item))
  const form = useForm<KeyDraft>({ defaultValues: before.key })
  const [tags, setTags] = useState(before.tags)
  const [note, setNote] = useState(before.note)
  const [advanced, setAdvanced] = useState(false)
  const edit = useEditKey(item.id)
  const busy = edit.isPending
  const { errors, isDirty } = form.formState
  const { tagMax, tagsPerKey } = limits
  const list = readTags(tags)
  const tagsError =
    list.length > tagsPerKey
      ? t`A key has at most ${tagsPerKey} tags.`
      : list.some((tag) => tag.length > tagMax)
        ? t`A tag has at most ${tagMax} characters.`
        : undefined
  useUnsavedChanges(isDirty || tags !== before.tags || note !== before.note)

  function save(key: KeyDraft) {
    if (busy || tagsError !== undefined) return
    const body = editBody(before, { key, tags, note })
    if (Object.keys(body).length === 0) return onClose()
    edit.mutate(body, {
      onSuccess: ({ message }) => {
        onClose()
        toast.success(message)
      },
    })
  }

  const { name } = item
  return (
    <Dialog
      title={t`Edit ${name}`}
      onClose={onClose}
      pending={busy}
      onSubmit={form.handleSubmit(save, (invalid) => {
        if (Object.keys(invalid).some((field) => field !== 'name')) setAdvanced(true)
      })}
      footer={
        <>
          <Button onPress={onClose} {...(busy && { disabledReason: t`Please wait.` })}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="primary" pending={busy} pendingLabel={t`Saving...`}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <TextField
        label={t`Name`}
        autoFocus
        autoComplete="off"
        maxLength={limits.keyNameMax}
        disabled={busy}
        error={errors.name?.message}
        {...form.register('name', { validate: (text) => text.trim() !== '' || t`Name is required` })}
      />
      <TextField
        label={t`Tags`}
        autoComplete="off"
        help={t`Separated by commas.`}
        disabled={busy}
        value={tags}
        error={tagsError}
        onChange={({ target }) => setTags(target.value)}
      />
      <TextArea label={t`Note`} maxLength={limits.noteMax} disabled={busy} value={note} onChange={({ target }) => setNote(target.value)} />
      {item.access === 'owner' && <AdvancedFields form={form} open={advanced} onToggle={setAdvanced} disabled={busy} hasFixedType />}
    </Dialog>
  )
}
