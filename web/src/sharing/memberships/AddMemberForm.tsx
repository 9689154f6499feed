import { Trans, useLingui } from '@lingui/react/macro'
import { emailField } from '@twofold/contract/accounts'
import { addGroupMember } from '@twofold/contract/sharing/memberships'
import { useAct } from '../../kits/use-act.ts'
import { UserPlus } from '../../ui/icons/UserPlus.ts'
import { useForm } from 'react-hook-form'
import { call } from '../../lib/call.ts'
import { fieldComplaint } from '../../lib/field-complaint.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { groupKeys } from './groups.ts'

/** Adds one person after the other: the field is empty and has the focus again after each. */
export function AddMemberForm({ groupId }: { groupId: string }) {
  const { t } = useLingui()
  const form = useForm({ defaultValues: { email: '' } })
  const { errors, isDirty } = form.formState
  const add = useAct({
    send: (email: string) => call(addGroupMember, { params: { id: groupId }, body: { email } }),
    failed: t`Failed to add to the group. Please try again.`,
    said: ({ message, type }) => ({ message, type }),
    renews: groupKeys,
    onAnswer({ type }) {
      // Nothing was done: what is typed may need a correction.
      if (type === 'warning') return
      form.reset()
      form.setFocus('email')
    },
  })
  useUnsavedChanges(isDirty)
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 border-b border-border px-5 py-4 max-sm:grid-cols-1 max-sm:px-4"
      onSubmit={form.handleSubmit(({ email }) => {
        if (!add.isPending) add.mutate(email.trim())
      })}
    >
      <TextField
        label={t`E-mail address of a new member`}
        type="email"
        inputMode="email"
        autoComplete="off"
        help={t`Sees all keys of the group at once. No account yet? They’ll get an invitation.`}
        readOnly={add.isPending}
        error={errors.email?.message}
        {...form.register('email', {
          validate: (text) => fieldComplaint(emailField, text) ?? true,
        })}
      />
      <Button
        // On the line of the field, whatever stands above and beneath it.
        className="mt-[calc(var(--fs-sm)*1.5+6px)] self-start max-sm:mt-0"
        type="submit"
        icon={UserPlus}
        pending={add.isPending}
        pendingLabel={t`Adding...`}
      >
        <Trans>Add</Trans>
      </Button>
    </form>
  )
}
