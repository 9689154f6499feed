import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { addGroup, type Group, groupNameField, renameGroup } from '@twofold/contract/groups'
import { limits } from '@twofold/contract/limits'
import { looksLikeSecret } from '@twofold/contract/secret-like'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../lib/call.ts'
import { fieldComplaint } from '../lib/field-complaint.ts'
import { randomId } from '../lib/random-id.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Button } from '../ui/Button.tsx'
import { CancelButton } from '../ui/CancelButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SecretQuestion } from '../ui/SecretQuestion.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'
import { useReloadGroups } from './groups.ts'

interface GroupNameDialogProps {
  /** Left out: a new one is made. */
  group?: Group
  onClose: () => void
  onDone?: (group: Group) => void
}

/** Makes a group, or renames one. */
export function GroupNameDialog({ group, onClose, onDone }: GroupNameDialogProps) {
  const { t } = useLingui()
  const reload = useReloadGroups()
  const [asking, setAsking] = useState<string>()
  const form = useForm({ defaultValues: { name: group?.name ?? '' } })
  const { errors, isDirty } = form.formState
  const save = useMutation({
    mutationFn: (name: string) =>
      group
        ? call(renameGroup, { params: { id: group.id }, body: { name } })
        : call(addGroup, { body: { name } }, { idempotencyKey: randomId() }),
    meta: { fallback: group ? t`Failed to rename the group. Please try again.` : t`Failed to make the group. Please try again.` },
    onSuccess: async (answer) => {
      toast.success(answer.message)
      onClose()
      await reload()
      onDone?.(answer.group)
    },
  })
  const busy = save.isPending
  useUnsavedChanges(isDirty && !save.isSuccess)
  return (
    <Dialog
      title={group ? t`Rename group` : t`New group`}
      subtitle={group ? undefined : t`People you share keys with as a group.`}
      size="sm"
      onClose={onClose}
      pending={busy}
      onSubmit={form.handleSubmit(({ name }) => {
        if (busy) return
        if (name !== group?.name && looksLikeSecret(name)) setAsking(name)
        else save.mutate(name.trim())
      })}
      footer={
        <>
          <CancelButton />
          <Button type="submit" variant="primary" pending={busy} pendingLabel={t`Saving...`}>
            {group ? <Trans>Rename</Trans> : <Trans>Make group</Trans>}
          </Button>
        </>
      }
    >
      <TextField
        label={t`Name`}
        autoFocus
        autoComplete="off"
        maxLength={limits.groupNameMax}
        disabled={busy}
        error={errors.name?.message}
        {...form.register('name', { validate: (text) => fieldComplaint(groupNameField, text) ?? true })}
      />
      {asking !== undefined && (
        <SecretQuestion
          fields={[t`Name`]}
          onClose={() => setAsking(undefined)}
          onConfirm={() => {
            setAsking(undefined)
            save.mutate(asking.trim())
          }}
        />
      )}
    </Dialog>
  )
}
